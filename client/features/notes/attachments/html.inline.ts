import { parseUrl } from '#client/platform/browser/url.ts'

/** Converts inline content of pasted HTML to a form that Markdown can express. DOM only; nothing is run or loaded. */

const EMPHASES = 'strong, em, del, mark, u, kbd, sub, sup'
const BLOCKS =
  'p, div, ul, ol, li, table, thead, tbody, tr, td, th, h1, h2, h3, h4, h5, h6, blockquote, pre, hr, dl, dt, dd, section, article, figure, figcaption, details, summary, header, footer, main, aside, nav, address, code[data-raw="paragraph"]'
const BOLD_WEIGHT = 600
/** Elements in which programs express bold, strikethrough or superscript only by style. */
const STYLED = 'span[style], font[style], b[style], strong[style], i[style], em[style], a[style], u[style]'

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ'
const SUBSCRIPTS = '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₙᵢ'
const SCRIPT_SOURCES = '0123456789+-=()ni'
/** Superscripts that mean the same on the baseline. */
const IGNORED_SUPERSCRIPT = /^(?:st|nd|rd|th|™|®|©|℠|TM|er|re|e|o|a|º|ª)$/i
/** In UTF-16 units; family emoji are the longest. */
const EMOJI_MAX = 20
const ZERO_WIDTH = /[\u200b\u2060\ufeff\u00ad]/g

export function convertInline(body: HTMLElement): void {
  for (const element of body.querySelectorAll<HTMLElement>(STYLED)) convertStyle(element)
  for (const image of body.querySelectorAll('img')) convertPicture(image)
  for (const link of body.querySelectorAll('a')) cleanLink(link)
  for (const [tags, name] of [
    ['b', 'strong'],
    ['i, cite, dfn, var', 'em'],
    ['s, strike', 'del'],
    ['ins', 'u'],
  ] as const)
    for (const element of body.querySelectorAll(tags)) renameElement(element, name)
  normalizeSpaces(body)
  convertAnnotations(body)
  // Links are underlined anyway, and several keys are one each.
  for (const element of body.querySelectorAll('a u, u:has(a), kbd:has(kbd)'))
    element.replaceWith(...element.childNodes)
  for (const element of body.querySelectorAll(
    'span, font, small, big, abbr, label, bdi, bdo, time, data, samp, tt',
  ))
    element.replaceWith(...element.childNodes)
  body.normalize()
  convertBreaks(body)
  for (const emphasis of body.querySelectorAll(EMPHASES)) distributeEmphasis(emphasis)
  // Two keys are not one.
  for (const emphasis of body.querySelectorAll(EMPHASES)) if (!emphasis.matches('kbd')) joinSiblings(emphasis)
  for (const emphasis of [...body.querySelectorAll(EMPHASES)].reverse()) moveSpacesOut(emphasis)
  body.normalize()
}

export function convertStyle(element: HTMLElement): void {
  const { fontWeight, fontStyle, verticalAlign } = element.style
  const line = element.style.textDecorationLine || element.style.textDecoration
  const isCell = element.matches('td')
  const isBold = fontWeight === 'bold' || fontWeight === 'bolder' || Number(fontWeight) >= BOLD_WEIGHT
  const isPlain =
    element.matches('b, strong') &&
    (/^(?:normal|lighter)$/.test(fontWeight) || (fontWeight !== '' && Number(fontWeight) < BOLD_WEIGHT))
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

/** Replaces emoji images by text. Lazily loaded images have their URL in another attribute. */
function convertPicture(image: HTMLImageElement): void {
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

/** Tracking parameters, which are removed from URLs. */
const TRACKING = /^(?:utm_\w+|fbclid|gclid|dclid|msclkid|igshid|mc_[ce]id|yclid)$/
const REDIRECTS = /^https:\/\/www\.google\.com\/url$/

function cleanLink(link: HTMLAnchorElement): void {
  link.removeAttribute('title')
  const href = link.getAttribute('href') ?? ''
  if (
    link.matches('h1 > a, h2 > a, h3 > a, h4 > a, h5 > a, h6 > a') &&
    /^#/.test(href) &&
    /^[#¶§🔗]?$/u.test(link.textContent.trim())
  )
    link.remove()
  const address = /^https?:/i.test(href) ? parseUrl(href) : null
  if (address === null) return
  const redirected = address.searchParams.get('q') ?? ''
  if (REDIRECTS.test(address.origin + address.pathname) && parseUrl(redirected) !== null)
    link.setAttribute('href', redirected)
  const tracking = [...address.searchParams.keys()].filter(name => TRACKING.test(name))
  if (tracking.length === 0) return
  for (const name of tracking) address.searchParams.delete(name)
  link.setAttribute('href', address.href)
}

/** Converts ruby, quotations, superscript and subscript that Markdown has no syntax for. */
function convertAnnotations(body: HTMLElement): void {
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
    else {
      const script = toInlineScript(words, isHigh)
      if (script !== null) small.replaceWith(script)
      else if (small.closest('code, pre')) small.replaceWith(isHigh ? `^(${words})` : `_(${words})`)
    }
  }
}

/** The characters for it, which read well in the source. Null if some do not exist. */
function toInlineScript(words: string, isHigh: boolean): string | null {
  if (words === '' || /^[[(（〔].*[\])）〕]$/.test(words) || IGNORED_SUPERSCRIPT.test(words)) return words
  const signs = [...words.replaceAll('−', '-').replaceAll('–', '-').replace(/\s/g, '')].map(sign =>
    SCRIPT_SOURCES.indexOf(sign),
  )
  if (signs.every(at => at >= 0))
    return signs.map(at => [...(isHigh ? SUPERSCRIPTS : SUBSCRIPTS)][at]).join('')
  return null
}

/** Keeps line breaks only in preformatted text, and replaces non-breaking spaces. */
function normalizeSpaces(body: HTMLElement): void {
  for (const text of textNodesIn(body)) {
    if (text.parentElement?.closest('pre, code')) continue
    let words = text.data.replaceAll('\u00a0', ' ').replace(ZERO_WIDTH, '')
    const isAsTyped = /(?:^|;)\s*white-space:\s*(?:pre|pre-wrap|pre-line|break-spaces)\s*(?:;|$)/i.test(
      whiteSpaceStyle(text),
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

/** The nearest style that sets `white-space`. */
function whiteSpaceStyle(text: Text): string {
  return text.parentElement?.closest('[style*="white-space"]')?.getAttribute('style') ?? ''
}

/** Two or more line breaks end a paragraph. A heading has no line breaks. */
function convertBreaks(body: HTMLElement): void {
  for (const end of body.querySelectorAll('h1 br, h2 br, h3 br, h4 br, h5 br, h6 br')) end.replaceWith(' ')
  for (const end of body.querySelectorAll('br')) {
    const previous = previousContentSibling(end)
    if (previous?.nodeName === 'BR') {
      const gap = body.ownerDocument.createElement('code')
      gap.dataset.raw = 'paragraph'
      gap.textContent = '¶'
      previous.parentNode?.replaceChild(gap, previous)
      end.remove()
    } else if (previous?.nodeName === 'CODE' && (previous as HTMLElement).dataset.raw === 'paragraph')
      end.remove()
  }
}

function previousContentSibling(node: Node): Node | null {
  let previous = node.previousSibling
  while (previous?.nodeType === 3 && previous.textContent?.trim() === '') previous = previous.previousSibling
  return previous
}

/** Moves emphasis around blocks into each block, because Markdown emphasis ends with its paragraph. */
function distributeEmphasis(emphasis: Element): void {
  if (!emphasis.querySelector(BLOCKS)) return
  for (const text of textNodesIn(emphasis)) {
    if (text.data.trim() === '' || text.parentElement?.closest('pre, code, h1, h2, h3, h4, h5, h6')) continue
    const own = emphasis.cloneNode() as Element
    text.replaceWith(own)
    own.append(text)
  }
  emphasis.replaceWith(...emphasis.childNodes)
}

function joinSiblings(emphasis: Element): void {
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

/** Markdown emphasis cannot begin or end with a space. */
function moveSpacesOut(emphasis: Element): void {
  emphasis.normalize()
  for (const side of ['firstChild', 'lastChild'] as const) {
    for (let edge = emphasis[side]; edge; edge = emphasis[side]) {
      const insert = (node: Node | string) =>
        side === 'firstChild' ? emphasis.before(node) : emphasis.after(node)
      if (edge.nodeName === 'BR') insert(edge)
      else if (edge instanceof Text && edge.data.trim() === '') insert(edge)
      else {
        if (edge instanceof Text) {
          const words = side === 'firstChild' ? edge.data.trimStart() : edge.data.trimEnd()
          if (words !== edge.data) insert(' ')
          edge.data = words
        }
        break
      }
    }
  }
  if (emphasis.childNodes.length === 0) emphasis.remove()
}

function textNodesIn(element: Element): Text[] {
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

export function renameElement(element: Element, name: string): Element {
  const renamed = element.ownerDocument.createElement(name)
  for (const { name: attribute, value } of element.attributes) renamed.setAttribute(attribute, value)
  renamed.append(...element.childNodes)
  element.replaceWith(renamed)
  return renamed
}
