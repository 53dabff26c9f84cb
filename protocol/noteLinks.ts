/** Finds links and pictures in Markdown without a parser, for export and import. Takes linear time. */

export interface WrittenLink {
  kind: 'link' | 'image' | 'definition' | 'wiki' | 'wikiImage' | 'htmlImage'
  /** The position of the whole construct. */
  from: number
  to: number
  /** The position of the destination, with its angle brackets and without a title. */
  addressFrom: number
  addressTo: number
  /** The destination without angle brackets. For a wiki link, everything between the brackets. */
  address: string
  /** The text of a link, or the description of a picture. */
  label: string
}

/** A paragraph or another block with inline text. `definitions`: lines that may define references. */
export interface Segment {
  from: number
  to: number
  definitions: boolean
}

interface LinkOptions {
  /** Default: the text between empty lines, outside of fenced code. */
  segments?: readonly Segment[]
  /** Also finds `[[name]]` and `<img src>`, which other programs write. */
  foreign?: boolean
}

/** In UTF-16 units: destinations of files are not longer. */
const ADDRESS_MAX = 1_000

export function linksIn(text: string, { segments, foreign = false }: LinkOptions = {}): WrittenLink[] {
  return (segments ?? segmentsOf(text)).flatMap(segment => linksOfSegment(text, segment, foreign))
}

/** Replaces destinations. `rewrite` returns the new destination of a construct, or null to keep it. */
export function withAddresses(
  text: string,
  rewrite: (link: WrittenLink) => string | null,
  options?: LinkOptions,
): string {
  let written = ''
  let at = 0
  for (const link of linksIn(text, options)) {
    const address = rewrite(link)
    if (address === null) continue
    written += text.slice(at, link.addressFrom) + address
    at = link.addressTo
  }
  return written + text.slice(at)
}

/** The prefix of a line: quote and list markers. */
const LINE_PREFIX = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?/

function segmentsOf(text: string): Segment[] {
  const segments: Segment[] = []
  let fence: { sign: string; length: number } | null = null
  let open: Segment | null = null
  for (let from = 0; from <= text.length; ) {
    const end = text.indexOf('\n', from)
    const to = end < 0 ? text.length : end
    const line = text.slice(from, to)
    const content = line.slice(LINE_PREFIX.exec(line)?.[0].length ?? 0)
    const run = fenceOf(content)
    if (fence !== null) {
      if (run && run.sign === fence.sign && run.length >= fence.length && run.info === '') fence = null
    } else if (run && (run.sign === '~' || !run.info.includes('`'))) {
      fence = run
      open = null
    } else if (content.trim() === '') open = null
    else if (open) open.to = to
    else {
      open = { from, to, definitions: true }
      segments.push(open)
    }
    from = to + 1
  }
  return segments
}

function fenceOf(content: string): { sign: string; length: number; info: string } | null {
  const sign = content[0]
  if (sign !== '`' && sign !== '~') return null
  let length = 1
  while (content[length] === sign) length += 1
  return length < 3 ? null : { sign, length, info: content.slice(length).trim() }
}

function linksOfSegment(text: string, segment: Segment, foreign: boolean): WrittenLink[] {
  const links: WrittenLink[] = []
  let { from } = segment
  while (segment.definitions && from < segment.to) {
    const end = text.indexOf('\n', from)
    const to = end < 0 ? segment.to : Math.min(end, segment.to)
    const definition = definitionAt(text, from, to)
    if (definition === null) break
    links.push(definition)
    from = to + 1
  }
  return [...links, ...inlineLinks(text, from, segment.to, foreign)]
}

/** `[label]: destination "title"`, not a footnote. */
function definitionAt(text: string, from: number, to: number): WrittenLink | null {
  const line = text.slice(from, Math.min(to, from + 2 * ADDRESS_MAX))
  const indent = line.length - line.trimStart().length
  if (indent > 3 || line[indent] !== '[' || line[indent + 1] === '^') return null
  const close = line.indexOf(']:', indent)
  if (close < 0 || close === indent + 1) return null
  const label = line.slice(indent + 1, close)
  if (label.includes('[') || label.includes(']')) return null
  const start = close + 2 + (line.slice(close + 2).length - line.slice(close + 2).trimStart().length)
  if (start >= line.length) return null
  const inside = line.slice(start)
  const wrapped = inside.startsWith('<') ? inside.indexOf('>') + 1 : 0
  const blank = inside.search(/[ \t]/)
  const length = wrapped > 0 ? wrapped : blank < 0 ? inside.length : blank
  const rest = inside.slice(length).trim()
  if (rest !== '' && !/^["'(]/.test(rest)) return null
  const [addressFrom, addressTo] = [from + start, from + start + length]
  const address = wrapped > 0 ? inside.slice(1, length - 1) : inside.slice(0, length)
  return { kind: 'definition', from, to, addressFrom, addressTo, address, label }
}

function inlineLinks(text: string, from: number, to: number, foreign: boolean): WrittenLink[] {
  const links: WrittenLink[] = []
  const codes = codeSpans(text, from, to)
  // Cuts the text after the segment, which each segment would search again.
  const nextWikiEnd = finder(text.slice(0, to), ']]')
  /** Positions of open brackets. */
  const opened: { at: number; isImage: boolean }[] = []
  let nextCode = 0
  for (let at = from; at < to; at++) {
    const sign = text[at]
    while ((codes[nextCode]?.to ?? to) <= at) nextCode += 1
    const code = codes[nextCode]
    if (code && code.from === at) at = code.to - 1
    else if (sign === '\\') at += 1
    else if (sign === '[') {
      const wiki =
        foreign && text[at + 1] === '[' ? wikiAt(text, at, Math.min(to, nextWikiEnd(at + 2))) : null
      if (wiki) {
        links.push(wiki)
        at = wiki.to - 1
      } else opened.push({ at, isImage: text[at - 1] === '!' && text[at - 2] !== '\\' })
    } else if (sign === ']') {
      const open = opened.pop()
      const link = open && text[at + 1] === '(' ? linkAt(text, open, at, to) : null
      if (link) {
        links.push(link)
        at = link.to - 1
      }
    } else if (foreign && sign === '<') {
      const image = htmlImageAt(text, at, to)
      if (image) {
        links.push(image)
        at = image.to - 1
      }
    }
  }
  return links
}

function linkAt(
  text: string,
  { at: open, isImage }: { at: number; isImage: boolean },
  middle: number,
  to: number,
): WrittenLink | null {
  const end = endOfAddress(text, middle + 2, to)
  if (end === null) return null
  const written = text.slice(middle + 2, end)
  const start = middle + 2 + (written.length - written.trimStart().length)
  const trimmed = written.trim()
  const wrapped = trimmed.startsWith('<') ? trimmed.indexOf('>') + 1 : 0
  const title = wrapped > 0 ? -1 : trimmed.search(/\s["']/)
  const length = wrapped > 0 ? wrapped : title < 0 ? trimmed.length : title
  const address = wrapped > 0 ? trimmed.slice(1, wrapped - 1) : trimmed.slice(0, length)
  return {
    kind: isImage ? 'image' : 'link',
    from: isImage ? open - 1 : open,
    to: end + 1,
    addressFrom: start,
    addressTo: start + length,
    address,
    label: text.slice(open + 1, middle),
  }
}

/** The closing bracket of a destination, which may contain bracket pairs. Null if another link starts before it. */
function endOfAddress(text: string, begin: number, to: number): number | null {
  let depth = 0
  for (let at = begin; at < to && at - begin < ADDRESS_MAX; at++) {
    const sign = text[at]
    if (sign === '\n' || (sign === ']' && text[at + 1] === '(')) return null
    if (sign === '\\') at += 1
    else if (sign === '(') depth += 1
    else if (sign === ')') {
      if (depth === 0) return at
      depth -= 1
    }
  }
  return null
}

/** `[[name]]`, `[[name#heading|shown]]`, `![[picture|width]]`. */
function wikiAt(text: string, at: number, close: number): WrittenLink | null {
  if (close > at + ADDRESS_MAX || text[close] !== ']') return null
  const address = text.slice(at + 2, close)
  if (address.trim() === '' || /[[\n]/.test(address)) return null
  const isImage = text[at - 1] === '!' && text[at - 2] !== '\\'
  const bar = address.indexOf('|')
  return {
    kind: isImage ? 'wikiImage' : 'wiki',
    from: isImage ? at - 1 : at,
    to: close + 2,
    addressFrom: at + 2,
    addressTo: close,
    address,
    label: bar < 0 ? address : address.slice(bar + 1),
  }
}

function htmlImageAt(text: string, at: number, to: number): WrittenLink | null {
  if (text.slice(at, at + 4).toLowerCase() !== '<img' || !/[\s/]/.test(text[at + 4] ?? '')) return null
  const tag = text.slice(at, Math.min(to, at + ADDRESS_MAX))
  const close = tag.indexOf('>')
  const address = close < 0 ? null : attributeOf(tag.slice(0, close), 'src')
  if (address === null) return null
  return {
    kind: 'htmlImage',
    from: at,
    to: at + close + 1,
    addressFrom: at,
    addressTo: at + close + 1,
    address,
    label: attributeOf(tag.slice(0, close), 'alt') ?? '',
  }
}

/** The quoted value, or the text up to the next space. */
function attributeOf(tag: string, name: string): string | null {
  const begin = tag.toLowerCase().search(name === 'src' ? /\ssrc=/ : /\salt=/)
  if (begin < 0) return null
  const value = tag.slice(begin + name.length + 2)
  const [quote = ''] = value
  if (quote === '"' || quote === "'") return value.slice(1).split(quote, 1)[0] ?? null
  return value.split(/[\s/]/, 1)[0] ?? null
}

/** Positions of code spans: from a run of backticks to the next run of the same length. */
function codeSpans(text: string, from: number, to: number): { from: number; to: number }[] {
  const runs: { at: number; length: number }[] = []
  // Cuts the text after the segment, which each segment would search again.
  const upTo = text.slice(0, to)
  for (let at = upTo.indexOf('`', from); at >= 0; at = upTo.indexOf('`', at)) {
    let end = at
    while (upTo[end] === '`') end += 1
    runs.push({ at, length: end - at })
    at = end
  }
  const spans: { from: number; to: number }[] = []
  const closes = closingRuns(runs)
  for (let index = 0; index < runs.length; index++) {
    const run = runs[index]
    const isEscaped = run !== undefined && run.length === 1 && isBackslashed(text, run.at)
    const close = isEscaped ? undefined : closes[index]
    const closing = close === undefined ? undefined : runs[close]
    if (run === undefined || close === undefined || closing === undefined) continue
    spans.push({ from: run.at, to: closing.at + closing.length })
    index = close
  }
  return spans
}

/** For each run, the index of the next run of the same length. */
function closingRuns(runs: readonly { length: number }[]): (number | undefined)[] {
  const nearest = new Map<number, number>()
  const closes: (number | undefined)[] = []
  for (let index = runs.length - 1; index >= 0; index -= 1) {
    const length = runs[index]?.length ?? 0
    closes[index] = nearest.get(length)
    nearest.set(length, index)
  }
  return closes
}

function isBackslashed(text: string, at: number): boolean {
  let before = at
  while (text[before - 1] === '\\') before -= 1
  return (at - before) % 2 === 1
}

/** Finds the next position of a character. Calls must go from left to right, so that the text is scanned only once. */
function finder(text: string, sign: string): (from: number) => number {
  let at = -1
  return from => {
    if (at < from) at = text.indexOf(sign, from)
    if (at < 0) at = Number.POSITIVE_INFINITY
    return at
  }
}
