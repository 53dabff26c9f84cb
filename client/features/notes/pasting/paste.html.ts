/** What of a page is more than words. */
const FORMATTED =
  'h1, h2, h3, h4, h5, h6, ul, ol, li, table, blockquote, hr, dl, a[href], strong, b, em, i, s, del, strike, mark, q, ruby, sup, sub, code, pre, math, mjx-container, .katex, .MathJax, input[type="checkbox"], [class*="MsoListParagraph"], img[src^="http"], img[alt]'
const FORMATTED_STYLE =
  /font-weight:\s*(?:bold|[6-9]00)|font-style:\s*italic|line-through|vertical-align:\s*su[bp]|mso-list/i
/** What is not to be seen of a page, and what is pressed there. */
const UNSEEN =
  'script:not([type^="math/tex"]), style, head, title, meta, link, template, noscript, button, svg, canvas, iframe, object, embed, audio, video'
/** Beyond, turning it into markdown would hold the writer up, and no note could take it. */
const LENGTH_MAX = 1_000_000
const ELEMENTS_MAX = 5_000
const DEPTH_MAX = 40
/** Programs write their styles before what was copied, and mark where that begins and ends. */
const [COPIED_START, COPIED_END] = ['<!--StartFragment-->', '<!--EndFragment-->']

/**
 * Reads a page's piece from the clipboard, of which nothing is run or loaded: without what is not seen. Null when it is nothing but
 * words, or code, which is best pasted as it is; or too much of it.
 */
export function readFormatted(html: string): HTMLElement | null {
  if (html.length > 5 * LENGTH_MAX) return null
  const [start, end] = [html.indexOf(COPIED_START), html.lastIndexOf(COPIED_END)]
  const copied = start >= 0 && end > start ? html.slice(start + COPIED_START.length, end) : html
  if (copied.length > LENGTH_MAX) return null
  const { body } = new DOMParser().parseFromString(copied, 'text/html')
  if (isTooMuch(body)) return null
  for (const unseen of body.querySelectorAll(UNSEEN)) unseen.remove()
  return isCode(body) || !isFormatted(body) ? null : body
}

function isFormatted(body: HTMLElement): boolean {
  // Google Docs puts all it copies into one that is not bold.
  const isBoldInName = (element: Element) =>
    /^(?:b|strong)$/.test(element.localName) &&
    /font-weight:\s*normal/.test(element.getAttribute('style') ?? '')
  return (
    [...body.querySelectorAll(FORMATTED)].some(element => !isBoldInName(element)) ||
    [...body.querySelectorAll('[style]')].some(element =>
      FORMATTED_STYLE.test(element.getAttribute('style') ?? ''),
    )
  )
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

/** Everything that it says stands in code. */
function isCode(body: HTMLElement): boolean {
  const code = [...body.querySelectorAll('pre')].map(({ textContent }) => textContent).join('')
  const said = (text: string) => text.replace(/\s/g, '')
  return code !== '' && said(code) === said(body.textContent)
}
