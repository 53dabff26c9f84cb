/** What of a page is more than words. */
const FORMATTED =
  'h1, h2, h3, h4, h5, h6, ul, ol, table, blockquote, hr, a[href], strong, b, em, i, s, del, code, img[src^="http"]'
/** What is not to be seen of a page. */
const UNSEEN = 'script, style, head, title, meta, link, template, noscript'
/** What no cell of a markdown table can hold. */
const BLOCKS = 'ul, ol, li, dl, dt, dd, h1, h2, h3, h4, h5, h6, blockquote, pre, hr'
const BOLD_FROM = 600
/** Beyond, turning it into markdown would hold the writer up, and no note could take it. */
const LENGTH_MAX = 200_000
const ELEMENTS_MAX = 5_000
const DEPTH_MAX = 40

/**
 * Reads a page's piece from the clipboard, of which nothing is run or loaded: without what is not seen, and with what Google Docs says
 * by style said by elements, and a head for each table. Null when it is nothing but words, or code, which is best pasted as it is; or too
 * much of it.
 */
export function readFormatted(html: string): HTMLElement | null {
  if (html.length > LENGTH_MAX) return null
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  if (isTooMuch(body)) return null
  // One may say that it is as wide as a million.
  for (const cell of body.querySelectorAll('[colspan]')) cell.removeAttribute('colspan')
  for (const unseen of body.querySelectorAll(UNSEEN)) unseen.remove()
  for (const bold of body.querySelectorAll<HTMLElement>('b, strong'))
    if (bold.style.fontWeight === 'normal') bold.replaceWith(...bold.childNodes)
  for (const span of body.querySelectorAll<HTMLElement>('span[style]')) sayByElement(span)
  for (const table of body.querySelectorAll('table')) if (!table.querySelector('th')) giveHead(table)
  for (const cell of body.querySelectorAll('td, th')) if (!cell.querySelector('table')) sayInOneLine(cell)
  return isCode(body) || !body.querySelector(FORMATTED) ? null : body
}

function isTooMuch(body: HTMLElement): boolean {
  const elements = [...body.querySelectorAll('*')]
  return elements.length > ELEMENTS_MAX || elements.some(element => depthOf(element) > DEPTH_MAX)
}

function depthOf(element: Element): number {
  let depth = 0
  for (let around = element.parentElement; around; around = around.parentElement) depth += 1
  return depth
}

/** Spreadsheets say of no row that it is the head; markdown has no table without one. */
function giveHead(table: HTMLTableElement): void {
  for (const cell of [...(table.rows[0]?.cells ?? [])]) {
    const head = table.ownerDocument.createElement('th')
    head.append(...cell.childNodes)
    cell.replaceWith(head)
  }
}

/** Markdown's cells hold one line: what stands in lists there stands behind dots and numbers, and nothing is a block. */
function sayInOneLine(cell: Element): void {
  for (const item of cell.querySelectorAll('li')) {
    const place = [...(item.parentElement?.children ?? [])].indexOf(item)
    item.prepend(item.parentElement?.nodeName === 'OL' ? `${place + 1}) ` : '· ')
  }
  for (const block of cell.querySelectorAll(BLOCKS)) block.replaceWith(' ', ...block.childNodes, ' ')
}

function sayByElement(span: HTMLElement): void {
  const { fontWeight, fontStyle } = span.style
  const isBold = fontWeight === 'bold' || Number(fontWeight) >= BOLD_FROM
  const isWithin = span.closest('h1, h2, h3, h4, h5, h6, b, strong, th, pre, code') !== null
  if (isBold && !isWithin) wrapContent(span, 'strong')
  if (fontStyle === 'italic' && !isWithin) wrapContent(span, 'em')
}

function wrapContent(element: HTMLElement, by: 'strong' | 'em'): void {
  const wrapper = element.ownerDocument.createElement(by)
  wrapper.append(...element.childNodes)
  element.append(wrapper)
}

/** Everything that it says stands in code. */
function isCode(body: HTMLElement): boolean {
  const code = [...body.querySelectorAll('pre')].map(({ textContent }) => textContent).join('')
  const said = (text: string) => text.replace(/\s/g, '')
  return code !== '' && said(code) === said(body.textContent)
}
