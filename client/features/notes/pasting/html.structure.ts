/** Lists, tables and code of a pasted page in the one shape that markdown has for each: pure DOM. */

import { readStyle, rename } from './html.words.ts'

/** More columns or cells than these are no table that somebody wrote. */
const COLUMNS_MAX = 50
const CELLS_MAX = 2_500
/** What no cell of a markdown table can hold. */
const CELL_BLOCKS = 'ul, ol, li, dl, dt, dd, h1, h2, h3, h4, h5, h6, blockquote, pre, hr, p, div'
const LINE_NUMBERS =
  '.line-numbers-rows, .lineno, .linenos, .linenumber, .line-number, .gutter, td.blob-num, td.hljs-ln-numbers, td.rouge-gutter, [data-line-number]:empty'
const CODE_TABLES = 'table:has(td.blob-code, td.hljs-ln-code)'

export function readStructure(body: HTMLElement): void {
  readCode(body)
  readWordLists(body)
  for (const box of body.querySelectorAll('[role="checkbox"], .checkbox, input[type="checkbox"]'))
    readCheckbox(box)
  for (const input of body.querySelectorAll('input, select, textarea')) input.remove()
  // The innermost first: what is moved out of one may be misplaced in the next.
  for (const list of [...body.querySelectorAll('ul, ol')].reverse()) readList(list)
  for (const list of body.querySelectorAll('ul, ol')) nestByLevel(list)
  for (const list of body.querySelectorAll('ol')) splitAtValues(list)
  gatherItems(body)
  for (const item of body.querySelectorAll('li')) tighten(item)
  for (const table of [...body.querySelectorAll('table')].reverse()) readTable(table)
  readDefinitions(body)
  for (const box of body.querySelectorAll('aside, .callout')) rename(box, 'blockquote')
  for (const link of body.querySelectorAll('a')) readBlockLink(link)
}

/** Code without its line numbers, its colours and the bar above it. */
function readCode(body: HTMLElement): void {
  for (const table of body.querySelectorAll(CODE_TABLES)) {
    const lines = [...table.querySelectorAll('td.blob-code, td.hljs-ln-code')].map(({ textContent }) =>
      textContent.replace(/\n$/, ''),
    )
    table.replaceWith(codeOf(body.ownerDocument, lines.join('\n'), ''))
  }
  for (const numbers of body.querySelectorAll(LINE_NUMBERS)) numbers.remove()
  for (const source of body.querySelectorAll('.se-code-source, .__se_code_view'))
    if (!source.closest('pre')) rename(source, 'pre')
  for (const pre of body.querySelectorAll('pre')) {
    const codes = pre.querySelectorAll('code')
    const code = codes.length === 1 && codes[0] ? codes[0] : pre
    const names = [code, pre, pre.parentElement]
      .map(element => element?.getAttribute('class') ?? '')
      .join(' ')
    const named = /(?:language-|lang-|highlight-source-|brush:\s*)([\w+#-]+)/.exec(names)?.[1]
    const bar = codes.length === 1 ? pre.textContent.replace(code.textContent, '').trim() : ''
    const language =
      named ?? pre.getAttribute('data-ke-language') ?? (/^[\w+#-]{1,20}$/.test(bar) ? bar.toLowerCase() : '')
    pre.replaceWith(codeOf(body.ownerDocument, linesIn(code), language))
  }
  for (const code of body.querySelectorAll('code'))
    if (!code.closest('pre') && code.dataset.raw === undefined && linesIn(code).trim().includes('\n'))
      code.replaceWith(codeOf(body.ownerDocument, linesIn(code), ''))
}

/** The lines of code, which break by line ends, by elements, or by both. */
function linesIn(code: Element): string {
  for (const end of code.querySelectorAll('br')) end.replaceWith('\n')
  for (const line of code.querySelectorAll('div, p, li, tr, .line'))
    if (line.nextSibling && !/\n$/.test(line.textContent) && !/^\n/.test(line.nextSibling.textContent ?? ''))
      line.append('\n')
  return code.textContent.replaceAll('\u00a0', ' ').replace(/^\n+/, '').trimEnd()
}

function codeOf(document: Document, text: string, language: string): HTMLElement {
  const pre = document.createElement('pre')
  const code = document.createElement('code')
  if (language !== '') code.className = `language-${language}`
  code.textContent = text
  pre.append(code)
  return pre
}

/** Word writes items as paragraphs whose style tells the level, with the mark as words. */
function readWordLists(body: HTMLElement): void {
  const open: { list: Element; level: number; isOrdered: boolean }[] = []
  let last: Element | null = null
  for (const paragraph of body.querySelectorAll<HTMLElement>(
    '[style*="mso-list"], [class*="MsoListParagraph"]',
  )) {
    if (
      !/^(?:p|div|h\d)$/.test(paragraph.localName) ||
      [...paragraph.children].some(({ localName }) => localName === 'p')
    )
      continue
    const level = Number(/level(\d)/.exec(paragraph.getAttribute('style') ?? '')?.[1] ?? 0)
    const ignored = [...paragraph.querySelectorAll('[style*="mso-list"]')].find(mark =>
      /mso-list:\s*ignore/i.test(mark.getAttribute('style') ?? ''),
    )
    if (level === 0 && ignored === undefined) continue
    const mark = ignored?.textContent.replace(/[\s\u00a0]/g, '') ?? '·'
    ignored?.remove()
    const isOrdered = /^[([]?(?:\d{1,4}|[a-z]{1,4}|[가-힣]|[ㄱ-ㅎ])[.)\]]/i.test(mark) || /^[①-⑳]/.test(mark)
    // Something else stands between it and the last one.
    if (last === null || nextElement(last) !== paragraph) open.length = 0
    while (
      (open.at(-1)?.level ?? 0) > level ||
      (open.at(-1)?.level === level && open.at(-1)?.isOrdered !== isOrdered)
    )
      open.pop()
    const item = paragraph.ownerDocument.createElement('li')
    let current = open.at(-1)
    if (current === undefined || current.level < level) {
      const list = paragraph.ownerDocument.createElement(isOrdered ? 'ol' : 'ul')
      const first = Number(/\d+/.exec(mark)?.[0] ?? 1)
      if (isOrdered && first !== 1) list.setAttribute('start', String(first))
      if (current) current.list.lastElementChild?.append(list)
      else paragraph.before(list)
      current = { list, level, isOrdered }
      open.push(current)
    }
    item.append(...paragraph.childNodes)
    current.list.append(item)
    last = open[0]?.list ?? null
    paragraph.remove()
  }
}

function nextElement(element: Element): Element | null {
  let next = element.nextSibling
  while (next && (next.nodeType === 8 || (next.nodeType === 3 && next.textContent?.trim() === '')))
    next = next.nextSibling
  return next?.nodeType === 1 ? (next as Element) : null
}

function readCheckbox(box: Element): void {
  const isDone =
    box.hasAttribute('checked') ||
    box.getAttribute('aria-checked') === 'true' ||
    /checkbox-on|checked/.test(box.className)
  const item = box.closest('li')
  if (item?.querySelector('code[data-raw="task"]')) {
    if (box !== item) box.remove()
    return
  }
  const mark = box.ownerDocument.createElement('code')
  mark.dataset.raw = 'task'
  mark.textContent = isDone ? '[x]' : '[ ]'
  if (item === null) box.replaceWith(isDone ? '☑ ' : '☐ ')
  else {
    // Google Docs draws a picture of the box.
    if (box === item) for (const image of item.querySelectorAll('img[src^="data:"]')) image.remove()
    else box.remove()
    const first = firstWords(item)
    if (first) first.before(mark, ' ')
    else item.prepend(mark, ' ')
  }
}

/** The place of an item's first words, within its paragraph where it has one. */
function firstWords(item: Element): ChildNode | null {
  const walker = item.ownerDocument.createTreeWalker(item, 4)
  while (walker.nextNode()) {
    const text = walker.currentNode as Text
    if (text.data.trim() === '') continue
    let inline: ChildNode = text
    while (
      inline.parentElement &&
      inline.parentElement !== item &&
      !/^(?:P|DIV|LI|SUMMARY)$/.test(inline.parentElement.nodeName)
    )
      inline = inline.parentElement
    return inline
  }
  return null
}

/** Of a list only items are children: a list between them belongs to the item before it. */
function readList(list: Element): void {
  for (const child of [...list.childNodes]) {
    if (child.nodeType !== 1) {
      if (child.nodeType !== 3 || child.textContent?.trim() === '') child.remove()
      else put(list, child)
      continue
    }
    const element = child as Element
    if (element.localName === 'li') {
      for (const sign of [/^\s*☐\s*/, /^\s*[☑☒]\s*/]) readBallot(element, sign)
    } else if (/^[uo]l$/.test(element.localName) && element.previousElementSibling === null)
      element.replaceWith(...element.childNodes)
    else if (!/^[uo]l$/.test(element.localName) && element.querySelector(':scope > li'))
      element.replaceWith(...element.childNodes)
    else put(list, element)
  }
}

function put(list: Element, node: ChildNode): void {
  const before = node.previousSibling
  if (before?.nodeName === 'LI') (before as Element).append(node)
  else {
    const item = list.ownerDocument.createElement('li')
    node.replaceWith(item)
    item.append(node)
  }
}

function readBallot(item: Element, sign: RegExp): void {
  const first = firstWords(item)
  if (
    first?.nodeType !== 3 ||
    !sign.test(first.textContent ?? '') ||
    item.querySelector('code[data-raw="task"]')
  )
    return
  const mark = item.ownerDocument.createElement('code')
  mark.dataset.raw = 'task'
  mark.textContent = sign.source.includes('☐') ? '[ ]' : '[x]'
  first.textContent = (first.textContent ?? '').replace(sign, ' ')
  first.before(mark)
}

/** Google Docs may say by a number alone how deep an item is. */
function nestByLevel(list: Element): void {
  const open: { level: number; item: Element }[] = []
  for (const item of [...list.children]) {
    const level = Number(item.getAttribute('aria-level') ?? 0)
    if (!(level > 0)) return
    while ((open.at(-1)?.level ?? 0) >= level) open.pop()
    const parent = open.at(-1)?.item
    if (parent) {
      const last = parent.lastElementChild
      const inner =
        last && /^[uo]l$/.test(last.localName) ? last : parent.appendChild(list.cloneNode(false) as Element)
      inner.removeAttribute('start')
      inner.append(item)
    }
    open.push({ level, item })
  }
}

/** Markdown numbers items one after the other: one that has another number begins another list. */
function splitAtValues(list: Element): void {
  let current = list
  let next = Number(list.getAttribute('start') ?? 1)
  for (const item of [...list.children]) {
    const value = Number(item.getAttribute('value') ?? next)
    if (value !== next && Number.isInteger(value) && value >= 0) {
      if (item.previousElementSibling === null) current.setAttribute('start', String(value))
      else {
        const rest = list.ownerDocument.createElement('ol')
        rest.setAttribute('start', String(value))
        current.after(rest)
        current = rest
      }
    }
    if (current !== list) current.append(item)
    next = value + 1
  }
}

/** Items that were copied without their list. */
function gatherItems(body: HTMLElement): void {
  for (const item of body.querySelectorAll('li')) {
    if (/^(?:UL|OL)$/.test(item.parentElement?.nodeName ?? '')) continue
    const before = item.previousElementSibling
    if (before?.matches('ul[data-gathered]')) before.append(item)
    else {
      const list = body.ownerDocument.createElement('ul')
      list.dataset.gathered = ''
      item.replaceWith(list)
      list.append(item)
    }
  }
}

/** An item of one paragraph needs no blank line around it. */
function tighten(item: Element): void {
  const [paragraph, ...rest] = [...item.children].filter(child =>
    child.matches('p, div, ul, ol, table, pre, blockquote'),
  )
  if (paragraph?.matches('p, div') && rest.every(child => child.matches('ul, ol')))
    paragraph.replaceWith(...paragraph.childNodes)
}

/** Every row as wide as the widest, with a head; what only lays out a page is no table. */
function readTable(table: HTMLTableElement): void {
  const document = table.ownerDocument
  const rows = [...table.querySelectorAll('tr')].filter(row => row.closest('table') === table)
  const cells = rows.map(row => [...(row as HTMLTableRowElement).cells])
  const count = cells.flat().length
  const holdsBlocks = cells.flat().some(cell => cell.querySelector('table, pre'))
  if (count <= 1 || count > CELLS_MAX || holdsBlocks || table.getAttribute('role') === 'presentation') {
    unwrapTable(table, cells.flat())
    return
  }
  const grid = gridOf(cells).filter(row => row.some(cell => cell && !isEmpty(cell)))
  const used = [...Array(Math.max(0, ...grid.map(row => row.length))).keys()].filter(column =>
    grid.some(row => row[column] && !isEmpty(row[column])),
  )
  const written = document.createElement('table')
  const [head, body] = [document.createElement('thead'), document.createElement('tbody')]
  grid.forEach((row, index) => {
    const line = document.createElement('tr')
    for (const column of used) {
      const cell = document.createElement(index === 0 ? 'th' : 'td')
      const content = row[column]
      if (content) {
        if (index > 0) readStyle(content)
        sayInOneLine(content)
        cell.append(...content.childNodes)
      }
      line.append(cell)
    }
    ;(index === 0 ? head : body).append(line)
  })
  written.append(head, body)
  const caption = table.querySelector('caption')
  if (caption?.textContent.trim()) {
    const above = document.createElement('p')
    above.append(...caption.childNodes)
    table.before(above)
  }
  if (grid.length > 0) table.replaceWith(written)
  else table.remove()
}

const isEmpty = (cell: Element) => cell.textContent.trim() === '' && !cell.querySelector('img, code')

/** Where each cell stands; a merged one in its first place, so that nothing is said twice. */
function gridOf(rows: readonly HTMLElement[][]): (HTMLElement | undefined)[][] {
  const grid: (HTMLElement | undefined)[][] = rows.map(() => [])
  const taken = new Set<string>()
  rows.forEach((cells, index) => {
    let column = 0
    for (const cell of cells) {
      while (taken.has(`${index} ${column}`)) column++
      const row = grid[index]
      if (row === undefined || column >= COLUMNS_MAX) break
      row[column] = cell
      const [width, height] = [spanOf(cell, 'colspan'), spanOf(cell, 'rowspan')]
      for (let down = 0; down < height && index + down < rows.length; down++)
        for (let right = 0; right < width; right++) taken.add(`${index + down} ${column + right}`)
      column += width
    }
  })
  return grid
}

/** One may say that it is as wide as a million. */
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

/** Markdown's cells hold one line: what stands in lists there stands behind dots and numbers, and nothing is a block. */
function sayInOneLine(cell: Element): void {
  for (const item of cell.querySelectorAll('li')) {
    const place = [...(item.parentElement?.children ?? [])].indexOf(item)
    const first = Number(item.parentElement?.getAttribute('start') ?? 1)
    if (item.querySelector(':scope > code[data-raw="task"]')) continue
    item.prepend(item.parentElement?.nodeName === 'OL' ? `${place + first}) ` : '· ')
  }
  for (const end of cell.querySelectorAll('br')) end.replaceWith(' ')
  for (const block of cell.querySelectorAll(CELL_BLOCKS)) block.replaceWith(' ', ...block.childNodes, ' ')
}

/** A word in bold, and below it what it means. */
function readDefinitions(body: HTMLElement): void {
  for (const term of body.querySelectorAll('dt')) {
    const words = rename(term, 'p')
    const bold = body.ownerDocument.createElement('strong')
    bold.append(...words.childNodes)
    words.append(bold)
  }
  for (const meaning of body.querySelectorAll('dd')) rename(meaning, 'div')
  for (const summary of body.querySelectorAll('summary, legend, figcaption, caption')) rename(summary, 'p')
}

/** A link around blocks: one line, in the heading where it has one, for markdown's links end with their paragraph. */
function readBlockLink(link: Element): void {
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
