import type { Token } from 'markdown-it'
import { parseBlocks, parseMarkdown } from '#protocol/markdown/markdown.parser.ts'
import { textOf } from '#protocol/markdown/token.text.ts'

/** Splits single blocks that are longer than a note, so that each part is still a block of the same type. */

/** Joins consecutive lines while they fit; `split` divides a line that does not fit. */
function packLines(lines: readonly string[], max: number, split: (line: string) => string[]): string[] {
  const parts: string[] = []
  let currentLines: string[] = []
  let length = 0
  const flush = () => {
    if (currentLines.length > 0) parts.push(currentLines.join('\n'))
    currentLines = []
  }
  for (const line of lines.flatMap(line => (line.length > max ? split(line) : [line]))) {
    if (currentLines.length > 0 && length + 1 + line.length > max) flush()
    length = currentLines.length === 0 ? line.length : length + 1 + line.length
    currentLines.push(line)
  }
  flush()
  return parts
}

/** Each part has fences and the same language. */
export function splitCode(lines: readonly string[], { markup, info }: Token, max: number): string[] {
  // Fences this long leave no room for code.
  if (markup.length > max / 8) return splitParagraph(lines.join('\n'), max)
  const [opening = ''] = lines
  const isClosed = lines.length > 1 && (lines.at(-1) ?? '').trim().startsWith(markup)
  const usual = { opening, closing: isClosed ? (lines.at(-1) ?? '') : markup }
  // The info string may be longer than a note.
  const around =
    usual.opening.length + usual.closing.length > max / 2 ? { opening: markup, closing: markup } : usual
  const room = max - around.opening.length - around.closing.length - 2
  const content = lines.slice(1, isClosed ? -1 : undefined)
  const extraLines = around === usual ? [] : [info]
  return packLines([...extraLines, ...content], room, line => splitLine(line, room)).map(
    part => `${around.opening}\n${part}\n${around.closing}`,
  )
}

/** Each part repeats the header of the table. */
export function splitTable(lines: readonly string[], max: number): string[] {
  const head = lines.slice(0, 2).join('\n')
  const room = max - head.length - 1
  const rows = lines.slice(2)
  if (rows.some(({ length }) => length > room)) return splitParagraph(lines.join('\n'), max)
  return packLines(rows, room, row => [row]).map(part => `${head}\n${part}`)
}

/** A real formula is never this long, so its lines become a code block. */
export function splitFormula(lines: readonly string[], max: number): string[] {
  const room = max - '```latex\n\n```'.length
  return packLines(lines, room, line => splitLine(line, room)).map(part => `\`\`\`latex\n${part}\n\`\`\``)
}

/** How many split positions of a paragraph are tried. */
const CANDIDATES_MAX = 24
/** In UTF-16 units: text after a split position that is parsed to detect markup across it. */
const LOOKAHEAD = 1_500

/** Splits after lines, sentences, words or graphemes, preferably where no emphasis, link or code is broken. */
export function splitParagraph(text: string, max: number): string[] {
  const parts: string[] = []
  let rest = text
  while (rest.length > max) {
    const candidates = splitCandidates(rest, max)
    const at = candidates.find(place => isCleanSplit(rest, place)) ?? candidates[0] ?? lastBoundary(rest, max)
    parts.push(rest.slice(0, at).trimEnd())
    rest = rest.slice(at).replace(/^[ \t]*\n?/, '')
  }
  return [...parts, rest].filter(part => part.trim() !== '')
}

/** Best position first. */
function splitCandidates(text: string, max: number): number[] {
  // A space or line break at the position is dropped.
  const start = text.slice(0, max + 1)
  const endsOf = (sign: RegExp, from: number) =>
    Array.from(start.slice(from).matchAll(sign), ({ index, 0: found }) => from + index + found.length)
      .filter(place => place <= max + 1)
      .reverse()
      .slice(0, CANDIDATES_MAX / 3)
  return [
    ...endsOf(/\n/g, 1),
    ...endsOf(/[.!?。…]["'”’)]?[ \t]/g, Math.floor(max / 2)),
    ...endsOf(/[ \t]/g, Math.floor(max * 0.75)),
  ]
}

const wordsIn = (text: string) => parseMarkdown(text).map(textOf).join('').trimEnd()

/** Whether the text before the position renders as in the whole text, and the text after it begins a paragraph. */
function isCleanSplit(text: string, place: number): boolean {
  const textBefore = wordsIn(text.slice(0, place))
  const textAcross = wordsIn(text.slice(0, place + LOOKAHEAD))
  const [next] = parseBlocks(text.slice(place, place + LOOKAHEAD).trimStart())
  return textAcross.startsWith(textBefore) && (next === undefined || next.type === 'paragraph_open')
}

/** In UTF-16 units; longer than any real grapheme. */
const GRAPHEME_MAX = 64

/** Splits into parts of about equal length, between words if possible and never within a grapheme. */
function splitLine(line: string, max: number): string[] {
  const evenLength = Math.ceil(line.length / Math.ceil(line.length / max))
  const length = Math.min(max, evenLength + GRAPHEME_MAX)
  const parts: string[] = []
  let from = 0
  while (line.length - from > length) {
    const to = from + lastBoundary(line.slice(from, from + length + 1), length)
    parts.push(line.slice(from, to))
    from = to
  }
  return [...parts, line.slice(from)]
}

/** The last end of a word, or else of a grapheme, shortly before `to`. Reads only nearby text, because a line may be very long. */
function lastBoundary(line: string, to: number): number {
  const from = Math.max(0, to - GRAPHEME_MAX)
  const graphemes = [...new Intl.Segmenter().segment(line.slice(from, to + 1))]
  const afterBlank = graphemes.findLast(({ index }) => index > 0 && line[from + index - 1] === ' ')
  const last = (afterBlank ?? graphemes.at(-1))?.index ?? 0
  return last === 0 ? to : from + last
}
