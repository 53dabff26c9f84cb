import type { MarkedLine } from '#protocol/noteSearch.ts'
import { plainText } from '#protocol/plainText.ts'
import { searchTextOf, searchTextWithPlaces } from '#protocol/searchText.ts'
import type { Word } from './searchFields.ts'

/** From `start` up to `end`, in UTF-16 units. */
interface TextRange {
  start: number
  end: number
}

/** How much of a text is shown, from shortly before its first hit. */
const EXCERPT = { before: 24, length: 160 }
/** Of one word in one text; more are not to be seen at a glance. */
const HITS_MAX = 50

/** Whether a line holds every word. */
export function holdsWords(line: string, words: readonly Word[]): boolean {
  const text = searchTextOf(line)
  return words.every(({ pattern }) => text.search(pattern) >= 0)
}

/** A whole line with its hits. */
export function markedLine(line: string, words: readonly Word[]): MarkedLine {
  return cut(line, { start: 0, end: line.length }, hitsIn(line, words))
}

/** A note's text around its first hit, without markdown signs, unless hits are found among these only, as in a link's address. */
export function excerptOf(text: string, words: readonly Word[]): MarkedLine {
  const plain = plainText(text)
  const inPlain = hitsIn(plain, words)
  if (inPlain.length > 0) return around(plain, inPlain)
  const written = text.replace(/\s+/g, ' ').trim()
  const inWritten = hitsIn(written, words)
  return inWritten.length > 0 ? around(written, inWritten) : around(plain, [])
}

function around(line: string, hits: readonly TextRange[]): MarkedLine {
  const start = wordStart(line, hits[0]?.start ?? 0)
  const end = Math.min(line.length, start + EXCERPT.length)
  const pieces = cut(line, { start, end }, hits)
  if (start > 0) pieces.unshift({ text: '…', isHit: false })
  if (end < line.length) pieces.push({ text: '…', isHit: false })
  return pieces
}

/** Where a word begins shortly before the hit at `hit`; without a blank there, in the middle of one. */
function wordStart(line: string, hit: number): number {
  const start = hit - EXCERPT.before
  if (start <= 0) return 0
  const blank = line.indexOf(' ', start)
  return blank === -1 || blank >= hit ? start : blank + 1
}

/** Where the words stand, in their order in the line; those that touch are one. */
function hitsIn(line: string, words: readonly Word[]): TextRange[] {
  const { text, places } = searchTextWithPlaces(line)
  const hits: TextRange[] = []
  for (const { pattern } of words)
    for (const { 0: found, index } of text.matchAll(pattern)) {
      const first = places[index]
      const last = places[index + found.length - 1]
      if (first && last) hits.push({ start: first.start, end: last.end })
      if (hits.length >= HITS_MAX * words.length) break
    }
  return joined(hits.sort((one, other) => one.start - other.start))
}

function joined(hits: readonly TextRange[]): TextRange[] {
  const all: TextRange[] = []
  for (const { start, end } of hits) {
    const last = all.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else all.push({ start, end })
  }
  return all
}

function cut(line: string, shown: TextRange, hits: readonly TextRange[]): MarkedLine {
  const pieces: MarkedLine = []
  const add = (start: number, end: number, isHit: boolean) => {
    const text = whole(line.slice(start, end))
    if (text !== '') pieces.push({ text, isHit })
  }
  let at = shown.start
  for (const hit of hits) {
    const start = Math.max(hit.start, at)
    const end = Math.min(hit.end, shown.end)
    if (start >= end) continue
    add(at, start, false)
    add(start, end, true)
    at = end
  }
  add(at, shown.end, false)
  return pieces
}

/** Half a sign at the edge of what is shown. */
const HALF_SIGNS = /^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g

function whole(piece: string): string {
  return piece.replace(HALF_SIGNS, '')
}
