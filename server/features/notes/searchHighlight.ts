import { plainText } from '#protocol/plainText.ts'
import type { MarkedLine } from '#protocol/search.ts'
import { findHits as findWords, type TextRange } from '#protocol/searchHits.ts'
import { searchTextOf } from '#protocol/searchText.ts'
import { beginningOf, firstWordsOf } from './notes.excerpt.ts'
import type { Word } from './searchFields.ts'

/** Excerpt around the first hit, in characters. */
const EXCERPT = { before: 24, length: 160 }
/** Per word and text. */
const HITS_MAX = 50

/** Whether the line contains every word. */
export function containsAllWords(line: string, words: readonly Word[]): boolean {
  const text = searchTextOf(line)
  return words.every(({ pattern }) => text.search(pattern) >= 0)
}

/** The whole line with its hits. */
export function highlightLine(line: string, words: readonly Word[]): MarkedLine {
  return slice(line, { start: 0, end: line.length }, findHits(line, words))
}

/**
 * Excerpt around the first hit, without Markdown syntax, unless all hits are inside it, such as in a link address. Without hits it
 * is the excerpt of lists.
 */
export function excerptOf(text: string, words: readonly Word[]): MarkedLine {
  const plain = plainText(text)
  const inPlain = findHits(plain, words)
  if (inPlain.length > 0) return rangeAround(plain, inPlain)
  const written = text.replace(/\s+/g, ' ').trim()
  const sourceHits = findHits(written, words)
  return sourceHits.length > 0
    ? rangeAround(written, sourceHits)
    : highlightLine(firstWordsOf(beginningOf(text)), words)
}

function rangeAround(line: string, hits: readonly TextRange[]): MarkedLine {
  const start = wordStart(line, hits[0]?.start ?? 0)
  const end = Math.min(line.length, start + EXCERPT.length)
  const pieces = slice(line, { start, end }, hits)
  if (start > 0) pieces.unshift({ text: '…', isHit: false })
  if (end < line.length) pieces.push({ text: '…', isHit: false })
  return pieces
}

/** Start of a word shortly before the hit; within a word if there is no white space. */
function wordStart(line: string, hit: number): number {
  const start = hit - EXCERPT.before
  if (start <= 0) return 0
  const blank = line.indexOf(' ', start)
  return blank === -1 || blank >= hit ? start : blank + 1
}

function findHits(line: string, words: readonly Word[]): TextRange[] {
  return findWords(
    line,
    words.map(({ pattern }) => pattern),
    HITS_MAX,
  )
}

function slice(line: string, range: TextRange, hits: readonly TextRange[]): MarkedLine {
  const pieces: MarkedLine = []
  const add = (start: number, end: number, isHit: boolean) => {
    const text = whole(line.slice(start, end))
    if (text !== '') pieces.push({ text, isHit })
  }
  let at = range.start
  for (const hit of hits) {
    const start = Math.max(hit.start, at)
    const end = Math.min(hit.end, range.end)
    if (start >= end) continue
    add(at, start, false)
    add(start, end, true)
    at = end
  }
  add(at, range.end, false)
  return pieces
}

/** Half of a surrogate pair at the edge. */
const LONE_SURROGATES = /^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g

function whole(piece: string): string {
  return piece.replace(LONE_SURROGATES, '')
}
