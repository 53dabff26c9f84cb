/** What stands in the lines of a pasted page, as markdown can say it: pure DOM, nothing is run or loaded. */

const EMPHASES = 'strong, em, del, mark'
const BLOCKS =
  'p, div, ul, ol, li, table, thead, tbody, tr, td, th, h1, h2, h3, h4, h5, h6, blockquote, pre, hr, dl, dt, dd, section, article, figure, figcaption, details, summary, header, footer, main, aside, nav, address, code[data-raw="paragraph"]'
const BOLD_FROM = 600
/** Programs that say by style alone what is bold, struck out or high. */
const STYLED = 'span[style], font[style], b[style], strong[style], i[style], em[style], a[style], u[style]'

const HIGH = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ'
const LOW = '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₙᵢ'
const PLAIN = '0123456789+-=()ni'
/** Set high by custom alone: in the line they mean the same. */
const HIGH_BY_CUSTOM = /^(?:st|nd|rd|th|™|®|©|℠|TM|er|re|e|o|a|º|ª)$/i
/** In UTF-16 units: families of emoji are the longest. */
const EMOJI_MAX = 20
const ZERO_WIDTH = /[\u200b\u2060\ufeff\u00ad]/g

export function readWords(body: HTMLElement): void {
  for (const element of body.querySelectorAll<HTMLElement>(STYLED)) readStyle(element)
  for (const image of body.querySelectorAll('img')) readPicture(image)
  for (const link of body.querySelectorAll('a')) readLink(link)
  for (const [tags, name] of [
    ['b', 'strong'],
    ['i, cite, dfn, var', 'em'],
    ['s, strike', 'del'],
  ] as const)
    for (const element of body.querySelectorAll(tags)) rename(element, name)
  readBlanks(body)
  readAnnotations(body)
  for (const element of body.querySelectorAll(
    'u, ins, span, font, small, big, abbr, label, bdi, bdo, time, data, kbd, samp, tt',
  ))
    element.replaceWith(...element.childNodes)
  body.normalize()
  readBreaks(body)
  for (const emphasis of body.querySelectorAll(EMPHASES)) distribute(emphasis)
  for (const emphasis of body.querySelectorAll(EMPHASES)) joinNeighbours(emphasis)
  for (const emphasis of [...body.querySelectorAll(EMPHASES)].reverse()) moveBlanksOut(emphasis)
  body.normalize()
}

export function readStyle(element: HTMLElement): void {
  const { fontWeight, fontStyle, verticalAlign } = element.style
  const line = element.style.textDecorationLine || element.style.textDecoration
  const isCell = element.matches('td')
  const isBold = fontWeight === 'bold' || fontWeight === 'bolder' || Number(fontWeight) >= BOLD_FROM
  const isPlain =
    element.matches('b, strong') &&
    (/^(?:normal|lighter)$/.test(fontWeight) || (fontWeight !== '' && Number(fontWeight) < BOLD_FROM))
  const isWithin = element.closest('h1, h2, h3, h4, h5, h6, th, pre, code') !== null
  if (isBold && !isWithin && !element.matches('b, strong')) wrapContent(element, 'strong')
  if (fontStyle === 'italic' && !isWithin && !element.matches('i, em')) wrapContent(element, 'em')
  if (/line-through/.test(line)) wrapContent(element, 'del')
  if (/mso-highlight:(?!none)/.test(element.getAttribute('style') ?? '')) wrapContent(element, 'mark')
  if (!isCell && verticalAlign === 'super') wrapContent(element, 'sup')
  if (!isCell && verticalAlign === 'sub') wrapContent(element, 'sub')
  if (isPlain || (fontStyle === 'normal' && element.matches('i, em')))
    element.replaceWith(...element.childNodes)
}

/** Emoji are words; pictures that load late tell elsewhere where they lie. */
function readPicture(image: HTMLImageElement): void {
  const alt = image.getAttribute('alt') ?? ''
  const isEmoji =
    alt !== '' &&
    alt.length <= EMOJI_MAX &&
    (/emoji|emoticon|smiley/i.test(image.className) ||
      /^(?:\p{Extended_Pictographic}|\p{RI}|\p{M}|\u200d)+$/u.test(alt))
  if (isEmoji) {
    image.replaceWith(alt)
    return
  }
  const late = ['data-lazy-src', 'data-original', 'data-src']
    .map(name => image.getAttribute(name) ?? '')
    .find(address => /^https?:/.test(address))
  const isPixel = [image.getAttribute('width'), image.getAttribute('height')].every(
    size => size === '1' || size === '0',
  )
  if (isPixel) image.remove()
  else if (late && !/^https?:/.test(image.getAttribute('src') ?? '')) image.setAttribute('src', late)
  image.removeAttribute('title')
}

/** Where they were found and by which search engine are no part of an address. */
const TRACKING = /^(?:utm_\w+|fbclid|gclid|dclid|msclkid|igshid|mc_[ce]id|yclid)$/
const REDIRECTS = /^https:\/\/www\.google\.com\/url$/

function readLink(link: HTMLAnchorElement): void {
  link.removeAttribute('title')
  const href = link.getAttribute('href') ?? ''
  if (
    link.matches('h1 > a, h2 > a, h3 > a, h4 > a, h5 > a, h6 > a') &&
    /^#/.test(href) &&
    /^[#¶§🔗]?$/u.test(link.textContent.trim())
  )
    link.remove()
  if (!/^https?:/i.test(href) || !URL.canParse(href)) return
  const address = new URL(href)
  const redirected = address.searchParams.get('q') ?? ''
  if (REDIRECTS.test(address.origin + address.pathname) && URL.canParse(redirected))
    link.setAttribute('href', redirected)
  const tracking = [...address.searchParams.keys()].filter(name => TRACKING.test(name))
  if (tracking.length === 0) return
  for (const name of tracking) address.searchParams.delete(name)
  link.setAttribute('href', address.href)
}

/** Ruby, quotations, and what stands high or low, which would run together with what is beside it. */
function readAnnotations(body: HTMLElement): void {
  for (const bracket of body.querySelectorAll('rp')) bracket.remove()
  for (const reading of body.querySelectorAll('rt'))
    reading.replaceWith(reading.textContent.trim() && `(${reading.textContent.trim()})`)
  for (const ruby of body.querySelectorAll('ruby, rb, rtc')) ruby.replaceWith(...ruby.childNodes)
  for (const quotation of body.querySelectorAll('q')) quotation.replaceWith('“', ...quotation.childNodes, '”')
  for (const small of [...body.querySelectorAll('sup, sub')].reverse()) {
    const marks = small.querySelector('a[href^="#"]') ?? small.closest('a[href^="#"]')
    const isHigh = small.localName === 'sup'
    const words = small.textContent.trim()
    if (small.querySelector('code[data-raw], img')) small.replaceWith(...small.childNodes)
    else if (marks !== null && !/^[[(（〔]/.test(words)) small.replaceWith(words && `[${words}]`)
    else small.replaceWith(inLine(words, isHigh))
  }
}

function inLine(words: string, isHigh: boolean): string {
  if (words === '' || /^[[(（〔].*[\])）〕]$/.test(words) || HIGH_BY_CUSTOM.test(words)) return words
  const signs = [...words.replaceAll('−', '-').replaceAll('–', '-').replace(/\s/g, '')].map(sign =>
    PLAIN.indexOf(sign),
  )
  if (signs.every(at => at >= 0)) return signs.map(at => [...(isHigh ? HIGH : LOW)][at]).join('')
  return isHigh ? `^(${words})` : `_(${words})`
}

/** Line ends of text that is shown as it is typed are line ends; blanks that do not break are blanks. */
function readBlanks(body: HTMLElement): void {
  for (const text of textsIn(body)) {
    if (text.parentElement?.closest('pre, code')) continue
    let words = text.data.replaceAll('\u00a0', ' ').replace(ZERO_WIDTH, '')
    const isAsTyped = /(?:^|;)\s*white-space:\s*(?:pre|pre-wrap|pre-line|break-spaces)\s*(?:;|$)/i.test(
      styleAround(text),
    )
    if (!isAsTyped) words = words.replaceAll('\n', ' ')
    if (isAsTyped && words.trim().includes('\n')) {
      const lines = words.split('\n')
      const pieces = lines.flatMap((line, index) =>
        index === 0 ? [line] : [body.ownerDocument.createElement('br'), line],
      )
      text.replaceWith(...pieces)
    } else text.data = words
  }
}

/** The nearest style that says how blanks are shown; */
function styleAround(text: Text): string {
  return text.parentElement?.closest('[style*="white-space"]')?.getAttribute('style') ?? ''
}

/** Two breaks end a paragraph, and so do more. In a heading there is no other line. */
function readBreaks(body: HTMLElement): void {
  for (const end of body.querySelectorAll('h1 br, h2 br, h3 br, h4 br, h5 br, h6 br')) end.replaceWith(' ')
  for (const end of body.querySelectorAll('br')) {
    const before = previousOf(end)
    if (before?.nodeName === 'BR') {
      const gap = body.ownerDocument.createElement('code')
      gap.dataset.raw = 'paragraph'
      gap.textContent = '¶'
      before.parentNode?.replaceChild(gap, before)
      end.remove()
    } else if (before?.nodeName === 'CODE' && (before as HTMLElement).dataset.raw === 'paragraph')
      end.remove()
  }
}

function previousOf(node: Node): Node | null {
  let before = node.previousSibling
  while (before?.nodeType === 3 && before.textContent?.trim() === '') before = before.previousSibling
  return before
}

/** An emphasis around blocks stands in each of them: markdown's ends with its paragraph. */
function distribute(emphasis: Element): void {
  if (!emphasis.querySelector(BLOCKS)) return
  for (const text of textsIn(emphasis)) {
    if (text.data.trim() === '' || text.parentElement?.closest('pre, code, h1, h2, h3, h4, h5, h6')) continue
    const own = emphasis.cloneNode() as Element
    text.replaceWith(own)
    own.append(text)
  }
  emphasis.replaceWith(...emphasis.childNodes)
}

function joinNeighbours(emphasis: Element): void {
  if (!emphasis.isConnected && !emphasis.parentNode) return
  if (emphasis.parentElement?.closest(emphasis.localName)) {
    emphasis.replaceWith(...emphasis.childNodes)
    return
  }
  for (let next = emphasis.nextSibling; next; next = emphasis.nextSibling) {
    const isBlank = next.nodeType === 3 && next.textContent?.trim() === ''
    const joined = isBlank ? next.nextSibling : next
    if (!(joined instanceof Element) || joined.localName !== emphasis.localName) return
    if (isBlank) emphasis.append(next)
    emphasis.append(...joined.childNodes)
    joined.remove()
  }
}

/** Markdown knows no emphasis that begins or ends with a blank. */
function moveBlanksOut(emphasis: Element): void {
  emphasis.normalize()
  for (const side of ['firstChild', 'lastChild'] as const) {
    for (let edge = emphasis[side]; edge; edge = emphasis[side]) {
      const put = (node: Node | string) =>
        side === 'firstChild' ? emphasis.before(node) : emphasis.after(node)
      if (edge.nodeName === 'BR') put(edge)
      else if (edge instanceof Text && edge.data.trim() === '') put(edge)
      else {
        if (edge instanceof Text) {
          const words = side === 'firstChild' ? edge.data.trimStart() : edge.data.trimEnd()
          if (words !== edge.data) put(' ')
          edge.data = words
        }
        break
      }
    }
  }
  if (emphasis.childNodes.length === 0) emphasis.remove()
}

function textsIn(element: Element): Text[] {
  const texts: Text[] = []
  const walker = element.ownerDocument.createTreeWalker(element, 4)
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  return texts
}

function wrapContent(element: Element, name: string): void {
  const wrapper = element.ownerDocument.createElement(name)
  wrapper.append(...element.childNodes)
  element.append(wrapper)
}

export function rename(element: Element, name: string): Element {
  const renamed = element.ownerDocument.createElement(name)
  for (const { name: attribute, value } of element.attributes) renamed.setAttribute(attribute, value)
  renamed.append(...element.childNodes)
  element.replaceWith(renamed)
  return renamed
}
