import type { TextRange } from '#client/features/passages/passages.groups.ts'

/**
 * Finds a part of the plain text of a note in its Markdown. Exact if the words are in the source as they are rendered, also with markup
 * between them. Of several places it chooses by their order. Otherwise it finds the longest line or word of the part. Null if
 * not even that is there.
 */
export function sourceRangeOf(source: string, text: string, { start, end }: TextRange): TextRange | null {
  const words = text.slice(start, end)
  const pieces = [...words.split(/[\n\t]/), ...words.split(/\s/)].sort((a, b) => b.length - a.length)
  for (const piece of [words, ...pieces]) {
    const places = placesOf(source, piece)
    if (places.length === 0) continue
    const position = start + words.indexOf(piece)
    return places[countBefore(text, piece, position)] ?? places.at(-1) ?? null
  }
  return null
}

/** How often the words occur before a position. */
function countBefore(text: string, words: string, position: number): number {
  let count = 0
  for (let at = text.indexOf(words); at !== -1 && at < position; at = text.indexOf(words, at + 1)) count++
  return count
}

function placesOf(source: string, words: string): TextRange[] {
  const places: TextRange[] = []
  const first = words[0]
  if (first === undefined) return places
  const isRendered = (at: number) =>
    source[at] === first || TYPED[first]?.some(typed => source.startsWith(typed, at))
  for (let at = 0; at < source.length; at++) {
    const end = isRendered(at) ? matchFrom(source, at, words) : null
    if (end !== null) places.push({ start: at, end })
  }
  return places
}

/** Characters that are typed as others. */
const TYPED: Readonly<Record<string, readonly string[]>> = {
  '→': ['->'],
  '←': ['<-'],
  '⇒': ['=>'],
  '↔': ['<->'],
  '⇔': ['<=>'],
}

/** The end of the words in the source, if they begin at `from`; null otherwise. Skips markup between them. */
function matchFrom(source: string, from: number, words: string): number | null {
  let at = from
  for (let index = 0; index < words.length; index++) {
    const character = words[index] ?? ''
    for (;;) {
      const length = lengthAt(source, at, character)
      if (length > 0) {
        at += length
        break
      }
      const next = index === 0 ? at : skipMarkup(source, at)
      // Two cells or blocks may have nothing but markup between them.
      if (next === at && /[\n\t]/.test(character)) break
      if (next === at) return null
      at = next
    }
  }
  return at
}

/** The number of source characters that are rendered as this character; 0 if there are none. */
function lengthAt(source: string, at: number, character: string): number {
  if (source[at] === character) return 1
  if (/\s/.test(character) && /\s/.test(source[at] ?? '')) return 1
  return TYPED[character]?.find(typed => source.startsWith(typed, at))?.length ?? 0
}

const MARKUP = /[*_~`=|\\<>#[\]!$+^:\-\s]/
const LINE_START = /[ \t>]*(?:\d{1,9}[.)]|[-+*] (?:\[[ xX]\])?)[ \t]*/y
const ADDRESS = /\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:\s"[^"\n]*")?\)/y
const TAG =
  /<(?:\/?(?:u|sub|sup|kbd|mark|summary|details)|br ?\/?|details open)>|\[!(?:note|tip|important|warning|caution)\]/iy
const FOOTNOTE = /\[\^[^\]\s]{1,64}\]:?/y

/** The position after one piece of markup; the same position if there is none. */
function skipMarkup(source: string, at: number): number {
  if (source[at - 1] === '\n') {
    const start = endOf(LINE_START, source, at)
    if (start > at) return start
  }
  for (const pattern of [ADDRESS, FOOTNOTE, TAG]) {
    const end = endOf(pattern, source, at)
    if (end > at) return end
  }
  return MARKUP.test(source[at] ?? '') ? at + 1 : at
}

function endOf(pattern: RegExp, source: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(source) ? pattern.lastIndex : at
}
