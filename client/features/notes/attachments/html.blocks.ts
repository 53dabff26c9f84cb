/** Converts lists, tables and code of pasted HTML to a form that Markdown can express. DOM only; nothing is run or loaded. */

import { type CalloutKind, calloutKinds } from '#protocol/markdown/callout.rules.ts'
import { convertStyle, renameElement } from './html.inline.ts'
import { convertLists } from './html.lists.ts'

/** Larger tables are layout, not content. */
const COLUMNS_MAX = 50
const CELLS_MAX = 2_500
/** Elements that a cell of a Markdown table cannot contain. */
const CELL_BLOCKS = 'ul, ol, li, dl, dt, dd, h1, h2, h3, h4, h5, h6, blockquote, pre, hr, p, div'
const LINE_NUMBERS =
  '.line-numbers-rows, .lineno, .linenos, .linenumber, .line-number, .gutter, td.blob-num, td.hljs-ln-numbers, td.rouge-gutter, [data-line-number]:empty'
const CODE_TABLES = 'table:has(td.blob-code, td.hljs-ln-code)'

export function convertBlocks(body: HTMLElement): void {
  convertCode(body)
  convertLists(body)
  for (const table of [...body.querySelectorAll('table')].reverse()) convertTable(table)
  convertDefinitions(body)
  for (const box of body.querySelectorAll<HTMLElement>('aside, .callout, .markdown-alert'))
    convertCallout(box)
  for (const link of body.querySelectorAll('a')) convertBlockLink(link)
}

/** Removes line numbers, highlighting and toolbars from code. */
function convertCode(body: HTMLElement): void {
  for (const table of body.querySelectorAll(CODE_TABLES)) {
    const lines = [...table.querySelectorAll('td.blob-code, td.hljs-ln-code')].map(({ textContent }) =>
      textContent.replace(/\n$/, ''),
    )
    table.replaceWith(createCodeBlock(body.ownerDocument, lines.join('\n'), ''))
  }
  for (const numbers of body.querySelectorAll(LINE_NUMBERS)) numbers.remove()
  for (const source of body.querySelectorAll('.se-code-source, .__se_code_view'))
    if (!source.closest('pre')) renameElement(source, 'pre')
  for (const pre of body.querySelectorAll('pre')) {
    const codes = pre.querySelectorAll('code')
    const code = codes.length === 1 && codes[0] ? codes[0] : pre
    const names = [code, pre, pre.parentElement]
      .map(element => element?.getAttribute('class') ?? '')
      .join(' ')
    const classLanguage = /(?:language-|lang-|highlight-source-|brush:\s*)([\w+#-]+)/.exec(names)?.[1]
    const bar = codes.length === 1 ? pre.textContent.replace(code.textContent, '').trim() : ''
    const language =
      classLanguage ??
      pre.getAttribute('data-ke-language') ??
      (/^[\w+#-]{1,20}$/.test(bar) ? bar.toLowerCase() : '')
    pre.replaceWith(createCodeBlock(body.ownerDocument, codeLines(code), language))
  }
  for (const code of body.querySelectorAll('code'))
    if (!code.closest('pre') && code.dataset.raw === undefined && codeLines(code).trim().includes('\n'))
      code.replaceWith(createCodeBlock(body.ownerDocument, codeLines(code), ''))
}

/** Code may separate lines by line breaks, elements or both. */
function codeLines(code: Element): string {
  for (const end of code.querySelectorAll('br')) end.replaceWith('\n')
  for (const line of code.querySelectorAll('div, p, li, tr, .line'))
    if (line.nextSibling && !/\n$/.test(line.textContent) && !/^\n/.test(line.nextSibling.textContent ?? ''))
      line.append('\n')
  return code.textContent.replaceAll('\u00a0', ' ').replace(/^\n+/, '').trimEnd()
}

function createCodeBlock(document: Document, text: string, language: string): HTMLElement {
  const pre = document.createElement('pre')
  const code = document.createElement('code')
  if (language !== '') code.className = `language-${language}`
  code.textContent = text
  pre.append(code)
  return pre
}

/** Gives all rows the same width and the first row header cells. Unwraps layout tables. */
function convertTable(table: HTMLTableElement): void {
  const document = table.ownerDocument
  const rows = [...table.querySelectorAll('tr')].filter(row => row.closest('table') === table)
  const cells = rows.map(row => [...(row as HTMLTableRowElement).cells])
  const count = cells.flat().length
  const hasBlocks = cells.flat().some(cell => cell.querySelector('table, pre'))
  if (count <= 1 || count > CELLS_MAX || hasBlocks || table.getAttribute('role') === 'presentation') {
    unwrapTable(table, cells.flat())
    return
  }
  const grid = createGrid(cells).filter(row => row.some(cell => cell && !isEmpty(cell)))
  const usedColumns = [...Array(Math.max(0, ...grid.map(row => row.length))).keys()].filter(column =>
    grid.some(row => row[column] && !isEmpty(row[column])),
  )
  const result = document.createElement('table')
  const [head, body] = [document.createElement('thead'), document.createElement('tbody')]
  grid.forEach((row, index) => {
    const line = document.createElement('tr')
    for (const column of usedColumns) {
      const cell = document.createElement(index === 0 ? 'th' : 'td')
      const content = row[column]
      if (content) {
        if (index > 0) convertStyle(content)
        flattenCell(content)
        cell.append(...content.childNodes)
      }
      line.append(cell)
    }
    ;(index === 0 ? head : body).append(line)
  })
  result.append(head, body)
  const caption = table.querySelector('caption')
  if (caption?.textContent.trim()) {
    const above = document.createElement('p')
    above.append(...caption.childNodes)
    table.before(above)
  }
  if (grid.length > 0) table.replaceWith(result)
  else table.remove()
}

const isEmpty = (cell: Element) => cell.textContent.trim() === '' && !cell.querySelector('img, code')

/** Places cells in a grid. A merged cell appears only at its first position. */
function createGrid(rows: readonly HTMLElement[][]): (HTMLElement | undefined)[][] {
  const grid: (HTMLElement | undefined)[][] = rows.map(() => [])
  const occupied = new Set<string>()
  rows.forEach((cells, index) => {
    let column = 0
    for (const cell of cells) {
      while (occupied.has(`${index} ${column}`)) column++
      const row = grid[index]
      if (row === undefined || column >= COLUMNS_MAX) break
      row[column] = cell
      const [width, height] = [spanOf(cell, 'colspan'), spanOf(cell, 'rowspan')]
      for (let down = 0; down < height && index + down < rows.length; down++)
        for (let right = 0; right < width; right++) occupied.add(`${index + down} ${column + right}`)
      column += width
    }
  })
  return grid
}

/** Limits the span, because HTML allows arbitrary values. */
function spanOf(cell: Element, name: 'colspan' | 'rowspan'): number {
  const span = Number(cell.getAttribute(name) ?? 1)
  return span >= 1 && span <= COLUMNS_MAX ? Math.floor(span) : 1
}

function unwrapTable(table: Element, cells: readonly Element[]): void {
  const blocks = cells.map(cell => {
    const block = table.ownerDocument.createElement('div')
    block.append(...cell.childNodes)
    return block
  })
  table.replaceWith(...blocks)
}

/** Flattens a cell to one line. List items get dots or numbers. */
function flattenCell(cell: Element): void {
  for (const item of cell.querySelectorAll('li')) {
    const index = [...(item.parentElement?.children ?? [])].indexOf(item)
    const first = Number(item.parentElement?.getAttribute('start') ?? 1)
    if (item.querySelector(':scope > code[data-raw="task"]')) continue
    item.prepend(item.parentElement?.nodeName === 'OL' ? `${index + first}) ` : '· ')
  }
  for (const end of cell.querySelectorAll('br')) end.replaceWith(' ')
  for (const block of cell.querySelectorAll(CELL_BLOCKS)) block.replaceWith(' ', ...block.childNodes, ' ')
}

/** Callouts of GitHub and Obsidian, and boxes of other programs, which become plain quotes. */
function convertCallout(box: HTMLElement): void {
  const kind = /(?:^|\s)markdown-alert-(\w+)/.exec(box.className)?.[1] ?? box.dataset.callout
  const quote = renameElement(box, 'blockquote')
  if (!calloutKinds.includes(kind as CalloutKind)) return
  const head = quote.querySelector('.markdown-alert-title, .callout-title')
  const title = head?.textContent.trim() ?? ''
  head?.remove()
  const line = quote.ownerDocument.createElement('p')
  const marker = quote.ownerDocument.createElement('code')
  marker.dataset.raw = 'inline'
  marker.textContent = `[!${kind}]`
  line.append(marker, title.toLowerCase() === kind ? '' : ` ${title}`)
  quote.prepend(line)
}

/** Converts definition lists to a bold term with its description below. */
function convertDefinitions(body: HTMLElement): void {
  for (const term of body.querySelectorAll('dt')) {
    const words = renameElement(term, 'p')
    const bold = body.ownerDocument.createElement('strong')
    bold.append(...words.childNodes)
    words.append(bold)
  }
  for (const meaning of body.querySelectorAll('dd')) renameElement(meaning, 'div')
  for (const summary of body.querySelectorAll(':not(details) > summary, legend, figcaption, caption'))
    renameElement(summary, 'p')
}

/** A Markdown link cannot contain blocks, so a link around blocks moves into the heading or becomes one line. */
function convertBlockLink(link: Element): void {
  const heading = link.querySelector('h1, h2, h3, h4, h5, h6')
  if (!link.querySelector(`${CELL_BLOCKS}, table`)) return
  for (const end of link.querySelectorAll('br')) end.replaceWith(' ')
  if (heading) {
    const own = link.cloneNode(false) as Element
    own.append(...heading.childNodes)
    heading.append(own)
    link.replaceWith(...link.childNodes)
  } else
    for (const block of link.querySelectorAll(CELL_BLOCKS)) block.replaceWith(' ', ...block.childNodes, ' ')
}
