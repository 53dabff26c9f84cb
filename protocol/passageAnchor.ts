import type { Passage } from './passages.ts'

/** A part of a plain text, in UTF-16 units. */
export interface Span {
  start: number
  end: number
}

/** Where passages are in a text, in their order: at their position, or where their words occur only once. Null: not there. */
export function anchorPassages(text: string, passages: readonly Passage[]): (Span | null)[] {
  return passages.map(({ exact, start, end }) => {
    if (text.slice(start, end) === exact) return { start, end }
    const found = text.indexOf(exact)
    return found >= 0 && found === text.lastIndexOf(exact)
      ? { start: found, end: found + exact.length }
      : null
  })
}
