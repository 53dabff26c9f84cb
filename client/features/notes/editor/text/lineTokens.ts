import type { PageEnd } from '#client/features/notes/note.length.ts'
import { readUploadAddress } from '#protocol/pictureAddress.ts'

/** Range of a line with Markdown syntax. */
interface SyntaxMarker {
  from: number
  to: number
  /** Upload key of a picture that is uploading. Other markers are dimmed. */
  upload?: string
}

/** Longer lines are probably pasted data; their inline markers are not highlighted. */
const LENGTH_MAX = 2_000

const FENCE = /^ {0,3}(`{3,}|~{3,})/
const QUOTE = /^(?: {0,3}>)+/
const RULE = /^ {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*$/
const TABLE_RULE = /^[ \t|:-]+$/
const HEADING = /^ {0,3}#{1,6}(?=[ \t]|$)/
const ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$)(?:[ \t]+\[([ xX])\](?=[ \t]|$))?/
const CALLOUT = /^[ \t]*\[!(?:note|tip|important|warning|caution)\][+-]?(?=[ \t]|$)/i
/** `<details>` and its parts are markers wherever they are; their other half may be on another line. */
const BLOCK_TAG = /^<(?:br|\/?details|\/?summary)/i
const INLINE_MARKER =
  /\\.|<\/?(?:u|sub|sup|kbd|mark)>|<(?:br ?\/?|details(?: open)?|\/details|\/?summary)>|`+|\[\[(?!\^)[^[\]\n]{1,400}\]\](?!\()|\*{1,3}|_{1,3}|~~|==|\$\$?|!?\[|\]\(([^()\s]*)\)|\|/giu
const LETTER = /[\p{L}\p{N}]/u

/** The code fence that is open after the line; null outside of code. */
export function fenceAfter(line: string, fence: string | null): string | null {
  const match = FENCE.exec(line)?.[1]
  if (match === undefined) return fence
  if (fence === null) return match
  const closes = match.startsWith(fence) && line.trim() === match
  return closes ? null : fence
}

/** Markers of a line in order, without overlaps, in linear time. `fence` is the code fence that is open before the line. */
export function findMarkers(line: string, fence: string | null): SyntaxMarker[] {
  const wholeLine = [{ from: 0, to: line.length }]
  if (fence !== fenceAfter(line, fence)) return wholeLine
  if (fence !== null || line === '') return []
  if (RULE.test(line) || isTableRule(line)) return wholeLine
  const quote = QUOTE.exec(line)?.[0].length ?? 0
  const rest = line.slice(quote)
  const callout = quote === 0 ? null : CALLOUT.exec(rest)
  const item = callout ?? ITEM.exec(rest)
  const isDone = item?.[1] !== undefined && item[1] !== ' '
  const head = quote + ((item ?? HEADING.exec(rest))?.[0].length ?? 0)
  const first = { from: 0, to: isDone ? line.length : head }
  const within = isDone || line.length > LENGTH_MAX ? [] : findInlineMarkers(line, head)
  return [...(first.to > 0 ? [first] : []), ...within]
}

/** The delimiter row below a table header. */
function isTableRule(line: string): boolean {
  return line.includes('|') && line.includes('-') && TABLE_RULE.test(line)
}

/** Finds paired inline markers. */
function findInlineMarkers(line: string, from: number): SyntaxMarker[] {
  const markers: SyntaxMarker[] = []
  const openMarkers = new Map<string, SyntaxMarker>()
  const isTableRow = line.slice(from).trimStart().startsWith('|')
  INLINE_MARKER.lastIndex = from
  for (let match = INLINE_MARKER.exec(line); match !== null; match = INLINE_MARKER.exec(line)) {
    const characters = match[0]
    const marker: SyntaxMarker = { from: match.index, to: match.index + characters.length }
    if (characters === '|') {
      if (isTableRow) markers.push(marker)
    } else if (characters.startsWith('`')) {
      const end = findCodeEnd(line, marker.to, characters)
      if (end !== null) {
        markers.push(marker, end)
        INLINE_MARKER.lastIndex = end.to
      }
    } else if (BLOCK_TAG.test(characters)) markers.push(marker)
    else if (characters.startsWith('<')) matchTag(markers, openMarkers, marker, characters.toLowerCase())
    else if (characters.endsWith(']]')) markWikiLink(markers, line, marker)
    else if (characters.endsWith('[')) openMarkers.set('[', marker)
    else if (match[1] !== undefined) closeLink(markers, openMarkers, marker, match[1])
    else if (!characters.startsWith('\\')) matchMarker(markers, openMarkers, line, marker)
  }
  return markers.sort((one, other) => one.from - other.from)
}

/** The brackets, and the target in front of the words to show. */
function markWikiLink(markers: SyntaxMarker[], line: string, { from, to }: SyntaxMarker): void {
  const bar = line.slice(0, to).indexOf('|', from)
  markers.push({ from, to: bar < 0 ? from + 2 : bar + 1 }, { from: to - 2, to })
}

function findCodeEnd(line: string, after: number, characters: string): SyntaxMarker | null {
  const from = line.indexOf(characters, after)
  return from < 0 || line[from + characters.length] === '`' ? null : { from, to: from + characters.length }
}

/** Adds the brackets and the address of a link as markers. A picture that is uploading is one marker. */
function closeLink(
  markers: SyntaxMarker[],
  openMarkers: Map<string, SyntaxMarker>,
  end: SyntaxMarker,
  address: string,
): void {
  const start = openMarkers.get('[')
  if (start === undefined) return
  openMarkers.delete('[')
  const upload = readUploadAddress(address)
  if (upload === null) {
    markers.push(start, end)
    return
  }
  const inside = markers.findIndex(marker => marker.from >= start.from)
  if (inside >= 0) markers.splice(inside)
  markers.push({ from: start.from, to: end.to, upload })
}

function matchMarker(
  markers: SyntaxMarker[],
  openMarkers: Map<string, SyntaxMarker>,
  line: string,
  marker: SyntaxMarker,
): void {
  const characters = line.slice(marker.from, marker.to)
  const [before = ' ', after = ' '] = [line[marker.from - 1], line[marker.to]]
  if (characters.startsWith('_') && LETTER.test(before) && LETTER.test(after)) return
  const start = openMarkers.get(characters)
  if (start !== undefined && before.trim() !== '' && start.to < marker.from) {
    openMarkers.delete(characters)
    markers.push(start, marker)
  } else if (after.trim() !== '') openMarkers.set(characters, marker)
}

function matchTag(
  markers: SyntaxMarker[],
  openMarkers: Map<string, SyntaxMarker>,
  marker: SyntaxMarker,
  tag: string,
): void {
  const opening = tag.replace('/', '')
  const start = openMarkers.get(opening)
  if (tag === opening) openMarkers.set(opening, marker)
  else if (start !== undefined) {
    openMarkers.delete(opening)
    markers.push(start, marker)
  }
}

/** Part of a line in the highlight layer. */
export type LineToken =
  | { kind: 'text' | 'marker'; text: string }
  | { kind: 'picture'; text: string; upload: string }
  | { kind: 'page'; text: ''; page: number }

/** Created on first use, because that takes tens of milliseconds on a phone. */
let segmenter: Intl.Segmenter | undefined
/** Segmenting a whole long line would take too long for a key press. */
const SEGMENT_RADIUS = 200
const BLANK_RUN = /(?:\s[\p{M}\u200d]*)+/uy

/** Splits a line into tokens. A page may end inside a marker. */
export function tokenizeLine(
  line: string,
  markers: readonly SyntaxMarker[],
  pages: readonly PageEnd[],
): LineToken[] {
  const tokens: LineToken[] = []
  const ends = adjustPageEnds(line, pages)

  function put(from: number, to: number, marker: SyntaxMarker | null) {
    if (from === to) return
    const [end] = ends
    if (end !== undefined && end.at < to) {
      ends.shift()
      put(from, end.at, marker)
      tokens.push({ kind: 'page', text: '', page: end.page })
      put(end.at, to, marker)
      return
    }
    const text = line.slice(from, to)
    if (marker?.upload !== undefined) tokens.push({ kind: 'picture', text, upload: marker.upload })
    else tokens.push({ kind: marker === null ? 'text' : 'marker', text })
  }

  let at = 0
  for (const marker of markers) {
    put(at, marker.from, null)
    put(marker.from, marker.to, marker)
    at = marker.to
  }
  put(at, line.length, null)
  for (const { page } of ends) tokens.push({ kind: 'page', text: '', page })
  return tokens
}

/** Moves page ends to positions where splitting does not change the rendering. Of page ends at one position the last remains. */
function adjustPageEnds(line: string, pages: readonly PageEnd[]): PageEnd[] {
  const ends: PageEnd[] = []
  for (const { at, page } of pages) {
    const before = ends.at(-1)
    if (before !== undefined && at <= before.at) before.page = page
    else ends.push({ at: skipBlanks(line, skipGrapheme(line, at)), page })
  }
  return ends
}

/** Moves a position inside a grapheme cluster, such as an emoji, to its end. */
function skipGrapheme(line: string, at: number): number {
  const from = Math.max(0, at - SEGMENT_RADIUS)
  segmenter ??= new Intl.Segmenter()
  const grapheme = segmenter.segment(line.slice(from, at + SEGMENT_RADIUS)).containing(at - from)
  const clusterStart = from + (grapheme?.index ?? 0)
  return grapheme !== undefined && clusterStart < at ? clusterStart + grapheme.segment.length : at
}

/** Moves a position behind spaces: an element among trailing spaces would change the line wrapping. */
function skipBlanks(line: string, at: number): number {
  BLANK_RUN.lastIndex = at
  return at + (BLANK_RUN.exec(line)?.[0].length ?? 0)
}
