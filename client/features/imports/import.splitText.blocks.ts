import type { Token } from 'markdown-it'
import { parseBlocks, parseMarkdown } from '#client/markdown/markdown.parser.ts'
import { wordsOf } from '#client/markdown/token.words.ts'

/** Blocks that are longer than a note, cut so that each piece is still such a block. */

/** Joins neighbours as long as they fit; `cut` makes smaller ones of what does not fit alone. */
function packed(lines: readonly string[], max: number, cut: (line: string) => string[]): string[] {
  const pieces: string[] = []
  let open: string[] = []
  let length = 0
  const close = () => {
    if (open.length > 0) pieces.push(open.join('\n'))
    open = []
  }
  for (const line of lines.flatMap(line => (line.length > max ? cut(line) : [line]))) {
    if (open.length > 0 && length + 1 + line.length > max) close()
    length = open.length === 0 ? line.length : length + 1 + line.length
    open.push(line)
  }
  close()
  return pieces
}

/** Each piece stands between fences, and is of the same language. */
export function cutCode(lines: readonly string[], { markup, info }: Token, max: number): string[] {
  // Two fences that are this long leave no room for code between them.
  if (markup.length > max / 8) return cutParagraph(lines.join('\n'), max)
  const [opening = ''] = lines
  const isClosed = lines.length > 1 && (lines.at(-1) ?? '').trim().startsWith(markup)
  const usual = { opening, closing: isClosed ? (lines.at(-1) ?? '') : markup }
  // Words behind a fence may be longer than a note.
  const around =
    usual.opening.length + usual.closing.length > max / 2 ? { opening: markup, closing: markup } : usual
  const room = max - around.opening.length - around.closing.length - 2
  const content = lines.slice(1, isClosed ? -1 : undefined)
  const left = around === usual ? [] : [info]
  return packed([...left, ...content], room, line => cutLine(line, room)).map(
    piece => `${around.opening}\n${piece}\n${around.closing}`,
  )
}

/** Each piece has the head of the table, without which its rows would be none. */
export function cutTable(lines: readonly string[], max: number): string[] {
  const head = lines.slice(0, 2).join('\n')
  const room = max - head.length - 1
  const rows = lines.slice(2)
  if (rows.some(({ length }) => length > room)) return cutParagraph(lines.join('\n'), max)
  return packed(rows, room, row => [row]).map(piece => `${head}\n${piece}`)
}

/** No formula is that long: its lines are shown as they are written, like code. */
export function cutFormula(lines: readonly string[], max: number): string[] {
  const room = max - '```latex\n\n```'.length
  return packed(lines, room, line => cutLine(line, room)).map(piece => `\`\`\`latex\n${piece}\n\`\`\``)
}

/** So many places are tried where a paragraph may be cut, the last ones first. */
const PLACES_TRIED = 24
/** So much behind a place is read to see whether something goes on across it, in UTF-16 units. */
const READ_BEHIND = 1_500

/** At line ends, behind sentences, between words or else between signs: where no emphasis, link or code is torn. */
export function cutParagraph(text: string, max: number): string[] {
  const pieces: string[] = []
  let rest = text
  while (rest.length > max) {
    const places = placesIn(rest, max)
    const at = places.find(place => isClean(rest, place)) ?? places[0] ?? endBefore(rest, max)
    pieces.push(rest.slice(0, at).trimEnd())
    rest = rest.slice(at).replace(/^[ \t]*\n?/, '')
  }
  return [...pieces, rest].filter(piece => piece.trim() !== '')
}

/** The best first. */
function placesIn(text: string, max: number): number[] {
  // A blank or line break at the place is left out.
  const near = text.slice(0, max + 1)
  const behind = (sign: RegExp, from: number) =>
    Array.from(near.slice(from).matchAll(sign), ({ index, 0: found }) => from + index + found.length)
      .filter(place => place <= max + 1)
      .reverse()
      .slice(0, PLACES_TRIED / 3)
  return [
    ...behind(/\n/g, 1),
    ...behind(/[.!?。…]["'”’)]?[ \t]/g, Math.floor(max / 2)),
    ...behind(/[ \t]/g, Math.floor(max * 0.75)),
  ]
}

const wordsIn = (text: string) => parseMarkdown(text).map(wordsOf).join('').trimEnd()

/** Whether what stands before the place reads as it does in the whole, and what stands behind it still begins a paragraph. */
function isClean(text: string, place: number): boolean {
  const before = wordsIn(text.slice(0, place))
  const both = wordsIn(text.slice(0, place + READ_BEHIND))
  const [next] = parseBlocks(text.slice(place, place + READ_BEHIND).trimStart())
  return both.startsWith(before) && (next === undefined || next.type === 'paragraph_open')
}

/** No sign that people write is longer, in UTF-16 units. */
const SIGN_MAX = 64

/** About as long each, between words where there are some; what is one sign to the eye stays whole. */
function cutLine(line: string, max: number): string[] {
  const evenLength = Math.ceil(line.length / Math.ceil(line.length / max))
  const length = Math.min(max, evenLength + SIGN_MAX)
  const pieces: string[] = []
  let from = 0
  while (line.length - from > length) {
    const to = from + endBefore(line.slice(from, from + length + 1), length)
    pieces.push(line.slice(from, to))
    from = to
  }
  return [...pieces, line.slice(from)]
}

/** Where a word ends, or else a sign, not far before `to`. Only what is near is looked at: a line may be very long. */
function endBefore(line: string, to: number): number {
  const near = Math.max(0, to - SIGN_MAX)
  const signs = [...new Intl.Segmenter().segment(line.slice(near, to + 1))]
  const afterBlank = signs.findLast(({ index }) => index > 0 && line[near + index - 1] === ' ')
  const last = (afterBlank ?? signs.at(-1))?.index ?? 0
  return last === 0 ? to : near + last
}
