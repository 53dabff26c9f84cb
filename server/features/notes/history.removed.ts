/** Shorter pieces of Korean or Latin text also occur in unrelated texts by chance. In UTF-16 units. */
const GRAM_LENGTH = 8

/** Capped, so that searching for a word costs little in any text. */
const WORDS = /[\p{L}\p{M}\p{N}]{1,32}|[^\s\p{L}\p{M}\p{N}]/gu
/** Text that is typed or pasted between two saves stands in fewer places. */
const ADDITIONS_MAX = 5
const TICKED = /^([ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+\[)[xX](?=\])/gm

/**
 * How much of a text is missing in the one that replaces it, in UTF-16 units. Text that moves and text that is added around it are not
 * missing, and neither is the mark of a ticked task. Cheaper than a diff, and linear for any text.
 */
export function removedLength(earlier: string, later: string): number {
  const [before, after] = [unticked(earlier), unticked(later)]
  const { start, end } = commonEnds(before, after)
  const removed = before.slice(start, before.length - end)
  const added = after.slice(start, after.length - end)
  const shrunkBy = Math.max(0, removed.length - added.length)
  if (onlyGrew(added, removed)) return shrunkBy
  // What moved may begin or end like its new neighbour, so a piece may reach into what is common.
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
 * Whether a text only grew: each of the words still occurs, or became part of a longer one, in the same order. Short words such as
 * numbers occur by chance in a much longer text; then other text stands between most of them.
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
 * How many signs of the middle part lie in no piece that `other` has as well, wherever that is. Blanks between two such pieces do not
 * count. A piece counts as often as `other` has it.
 */
function missingLength([head, middle, tail]: readonly [string, string, string], other: string): number {
  const left = new Map<string, number>()
  for (let at = 0; at + GRAM_LENGTH <= other.length; at += 1) {
    const gram = other.slice(at, at + GRAM_LENGTH)
    left.set(gram, (left.get(gram) ?? 0) + 1)
  }
  const text = head + middle + tail
  let length = 0
  let foundTo = head.length
  for (let at = 0; at + GRAM_LENGTH <= text.length; at += 1) {
    const gram = text.slice(at, at + GRAM_LENGTH)
    const count = left.get(gram) ?? 0
    if (count === 0) continue
    left.set(gram, count - 1)
    if (at > foundTo) length += visibleLength(text.slice(foundTo, at))
    foundTo = Math.max(foundTo, at + GRAM_LENGTH)
  }
  return length + visibleLength(text.slice(foundTo, head.length + middle.length))
}

function visibleLength(piece: string): number {
  return piece.trim() === '' ? 0 : piece.length
}
