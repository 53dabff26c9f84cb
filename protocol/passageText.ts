import { graphemeEnd, graphemeStart } from './graphemes.ts'
import { SimilarPlaces } from './passageSearch.ts'

/** A part of a plain text, in UTF-16 units. */
export interface Span {
  start: number
  end: number
}

/** A text in which each run of white space is one space: splitting or joining paragraphs does not change its words. */
export interface Note {
  original: string
  text: string
  /** The original position of each character. */
  origins: Int32Array
  similar: SimilarPlaces
}

const WHITE_SPACE = /\s+/g

export function collapse(text: string): string {
  return text.replace(WHITE_SPACE, ' ')
}

export function prepare(original: string): Note {
  const text = collapse(original)
  const origins = new Int32Array(text.length)
  let removed = 0
  let position = 0
  for (const { 0: run, index } of original.matchAll(WHITE_SPACE)) {
    while (position + removed <= index) origins[position] = position++ + removed
    removed += run.length - 1
  }
  while (position < text.length) origins[position] = position++ + removed
  return { original, text, origins, similar: new SimilarPlaces(text) }
}

/** The span in the original text, with whole graphemes and without white space at its ends. */
export function spanIn({ original, origins }: Note, { start, end }: Span): Span {
  const span = trimSpan(original, { start: origins[start] ?? 0, end: (origins[end - 1] ?? 0) + 1 })
  return { start: graphemeStart(original, span.start), end: graphemeEnd(original, span.end) }
}

export function trimSpan(text: string, { start, end }: Span): Span {
  const words = text.slice(start, end)
  const from = start + words.length - words.trimStart().length
  return { start: from, end: Math.max(from, start + words.trimEnd().length) }
}
