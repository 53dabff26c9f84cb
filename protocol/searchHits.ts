import { escapeForRegExp, searchTextOf, searchTextWithPlaces, syllablesOf } from './searchText.ts'

/** UTF-16 offsets; `end` is exclusive. */
export interface TextRange {
  start: number
  end: number
}

/** The words of a query as search compares them, without duplicates. */
export function foldedWordsOf(query: string): string[] {
  const folded = [...new Set(query.split(/\s+/).map(searchTextOf))].filter(word => word !== '')
  // A query without searchable characters, such as a single accent, finds nothing.
  return folded.length > 0 ? folded : [query]
}

/** Matches a folded word in folded texts, identically in MongoDB and JavaScript. */
export function patternOfWord(folded: string): RegExp {
  return new RegExp([...folded].map(sign => syllablesOf(sign) ?? escapeForRegExp(sign)).join(''), 'g')
}

/** Where words are in a line, in order; adjacent ones are merged. At most `max` for each word. */
export function findHits(line: string, patterns: readonly RegExp[], max: number): TextRange[] {
  const { text, places } = searchTextWithPlaces(line)
  const hits: TextRange[] = []
  for (const pattern of patterns)
    for (const { 0: found, index } of text.matchAll(pattern)) {
      const first = places[index]
      const last = places[index + found.length - 1]
      if (first && last) hits.push({ start: first.start, end: last.end })
      if (hits.length >= max * patterns.length) break
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
