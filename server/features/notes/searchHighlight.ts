import { plainText } from '#protocol/plainText.ts'
import type { MarkedLine } from '#protocol/search.ts'
import { searchTextOf, searchTextWithPlaces } from '#protocol/searchText.ts'
import { beginningOf, firstWordsOf } from './notes.excerpt.ts'
import type { Word } from './searchFields.ts'

/** UTF-16 offsets; `end` is exclusive. */
interface TextRange {
  start: number
  end: number
}

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

/** Ranges of the words in order; adjacent ones are merged. */
function findHits(line: string, words: readonly Word[]): TextRange[] {
  const { text, places } = searchTextWithPlaces(line)
  const hits: TextRange[] = []
  for (const { pattern } of words)
    for (const { 0: found, index } of text.matchAll(pattern)) {
      const first = places[index]
      const last = places[index + found.length - 1]
      if (first && last) hits.push({ start: first.start, end: last.end })
      if (hits.length >= HITS_MAX * words.length) break
    }
  return mergeHits(hits.sort((one, other) => one.start - other.start))
}

function mergeHits(hits: readonly TextRange[]): TextRange[] {
  const all: TextRange[] = []
  for (const { start, end } of hits) {
    const last = all.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else all.push({ start, end })
  }
  return all
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
