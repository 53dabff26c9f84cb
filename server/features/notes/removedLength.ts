/** In UTF-16 units. Shorter pieces of Korean or Latin text occur in unrelated texts by chance. */
const GRAM_LENGTH = 8

/** Capped, so that a word search is cheap in any text. */
const WORDS = /[\p{L}\p{M}\p{N}]{1,32}|[^\s\p{L}\p{M}\p{N}]/gu
/** Text that is typed or pasted between two saves is in fewer places. */
const ADDITIONS_MAX = 5
const TICKED = /^([ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+\[)[xX](?=\])/gm

/**
 * Length of text that is missing in the later version, in UTF-16 units. Ignores moved text, added text and toggled
 * task marks. Cheaper than a diff, and linear for any text.
 */
export function removedLength(earlier: string, later: string): number {
  const [before, after] = [unticked(earlier), unticked(later)]
  const { start, end } = commonEnds(before, after)
  const removed = before.slice(start, before.length - end)
  const added = after.slice(start, after.length - end)
  const shrunkBy = Math.max(0, removed.length - added.length)
  if (onlyGrew(added, removed)) return shrunkBy
  // Moved text may start or end like its new context, so a piece may extend into the common part.
  const head = before.slice(Math.max(0, start - GRAM_LENGTH), start)
  const tail = before.slice(before.length - end, before.length - end + GRAM_LENGTH)
  return Math.max(shrunkBy, missingLength([head, removed, tail], head + added + tail))
}

function unticked(text: string): string {
  return text.replace(TICKED, '$1 ')
}

function commonEnds(before: string, after: string): { start: number; end: number } {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start += 1
  let end = 0
  while (
    end < shorter - start &&
    before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)
  )
    end += 1
  return { start, end }
}

/**
 * Whether the text only grew: each word still occurs, possibly within a longer word, in the same order. Short words such as numbers
 * occur in a much longer text by chance; then most of them have other text in between.
 */
function onlyGrew(text: string, words: string): boolean {
  let at = 0
  let additions = 0
  for (const [word] of words.matchAll(WORDS)) {
    const found = text.indexOf(word, at)
    if (found < 0) return false
    if (text.slice(at, found).trim() !== '') additions += 1
    at = found + word.length
  }
  return additions <= ADDITIONS_MAX || text.length <= 2 * words.length
}

/**
 * Number of characters of the middle part outside all pieces that also occur in `other`, at any position. White space
 * between two such pieces is ignored. A piece counts as often as it occurs in `other`.
 */
function missingLength([head, middle, tail]: readonly [string, string, string], other: string): number {
  const remaining = new Map<string, number>()
  for (let at = 0; at + GRAM_LENGTH <= other.length; at += 1) {
    const gram = other.slice(at, at + GRAM_LENGTH)
    remaining.set(gram, (remaining.get(gram) ?? 0) + 1)
  }
  const text = head + middle + tail
  let length = 0
  let foundTo = head.length
  for (let at = 0; at + GRAM_LENGTH <= text.length; at += 1) {
    const gram = text.slice(at, at + GRAM_LENGTH)
    const count = remaining.get(gram) ?? 0
    if (count === 0) continue
    remaining.set(gram, count - 1)
    if (at > foundTo) length += visibleLength(text.slice(foundTo, at))
    foundTo = Math.max(foundTo, at + GRAM_LENGTH)
  }
  return length + visibleLength(text.slice(foundTo, head.length + middle.length))
}

function visibleLength(piece: string): number {
  return piece.trim() === '' ? 0 : piece.length
}
