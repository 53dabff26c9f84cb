import { diffArrays } from 'diff'
import { decodeText } from '#protocol/encoding.ts'
import { textLength, toNfc } from '#protocol/normalization.ts'
import type { NoteVersionView } from '#protocol/noteHistory.ts'
import { plainText } from '#protocol/plainText.ts'

export interface DiffChunk {
  /** In both texts, or only in one of them. */
  kind: 'same' | 'first' | 'second'
  text: string
}

/** The maximum number of added and removed words or lines. The time for a diff grows with its square. */
const EDITS_MAX = 500
/** Unchanged lines shown before and after a change. */
const CONTEXT_LINES = 2

/**
 * Diffs two texts by words; a Korean word includes its particle. Texts with too many changes are diffed by lines, and if that is still
 * too much the result replaces the whole text.
 */
export function diffTexts(first: string, second: string): DiffChunk[] {
  const diffBy = (parts: (text: string) => string[]) =>
    diffArrays(parts(first), parts(second), { maxEditLength: EDITS_MAX })
  const changes = diffBy(words) ?? diffBy(lines)
  if (changes === undefined)
    return nonEmpty([
      { kind: 'first', text: first },
      { kind: 'second', text: second },
    ])
  const chunks = changes.map(
    ({ added, removed, value }): DiffChunk => ({
      kind: added ? 'second' : removed ? 'first' : 'same',
      text: value.join(''),
    }),
  )
  return joinChanges(chunks)
}

function words(text: string): string[] {
  return toNfc(text).match(/\n|[^\S\n]+|[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{M}\p{N}]/gu) ?? []
}

function lines(text: string): string[] {
  return toNfc(text).match(/[^\n]*\n|[^\n]+/g) ?? []
}

/** Joins changes that only a space separates into one change. */
function joinChanges(chunks: readonly DiffChunk[]): DiffChunk[] {
  const result: DiffChunk[] = []
  let change = { first: '', second: '' }
  const flush = () => {
    result.push({ kind: 'first', text: change.first }, { kind: 'second', text: change.second })
    change = { first: '', second: '' }
  }
  chunks.forEach(({ kind, text }, index) => {
    const isBetweenChanges =
      isChange(chunks[index - 1]) && isChange(chunks[index + 1]) && /^[^\S\n]+$/.test(text)
    if (kind !== 'same') change[kind] += text
    else if (isBetweenChanges) change = { first: change.first + text, second: change.second + text }
    else {
      flush()
      result.push({ kind, text })
    }
  })
  flush()
  return nonEmpty(result)
}

const isChange = (chunk: DiffChunk | undefined) => chunk !== undefined && chunk.kind !== 'same'
const nonEmpty = (chunks: DiffChunk[]) => chunks.filter(chunk => chunk.text !== '')

export interface CollapsedLines {
  kind: 'collapsed'
  text: string
  lines: number
}

/** Collapses unchanged lines that are not next to a change. */
export function collapseUnchanged(chunks: readonly DiffChunk[]): (DiffChunk | CollapsedLines)[] {
  return chunks.flatMap((chunk, index): (DiffChunk | CollapsedLines)[] => {
    if (chunk.kind !== 'same') return [chunk]
    const lines = chunk.text.split('\n')
    const head = index === 0 ? 0 : CONTEXT_LINES + 1
    const tail = index === chunks.length - 1 ? 0 : CONTEXT_LINES + 1
    if (lines.length <= head + tail + 1) return [chunk]
    const shown: (DiffChunk | CollapsedLines)[] = []
    const folded = lines.slice(head, lines.length - tail)
    if (head > 0) shown.push({ kind: 'same', text: lines.slice(0, head).join('\n') })
    shown.push({ kind: 'collapsed', text: folded.join('\n'), lines: folded.length })
    if (tail > 0) shown.push({ kind: 'same', text: lines.slice(-tail).join('\n') })
    return shown
  })
}

/** Whether a change starts with this chunk. A removal and the addition after it are one change. */
export function startsChange(chunks: readonly (DiffChunk | CollapsedLines)[], index: number): boolean {
  const isChangeKind = (chunk: DiffChunk | CollapsedLines | undefined) =>
    chunk?.kind === 'first' || chunk?.kind === 'second'
  return isChangeKind(chunks[index]) && !isChangeKind(chunks[index - 1])
}

export interface HistoryRow {
  version: NoteVersionView
  /** The version before; undefined if it was deleted or never existed. */
  before: NoteVersionView | undefined
  /** How many saves the version combines, because saves of one editing session replace each other. Null if unknown. */
  saves: number | null
}

interface HistoryDay {
  key: string
  rows: HistoryRow[]
}

/** Groups versions, newest first, by the day of their save. `keyOf` returns the same key for all times of a day. */
export function groupVersionsByDay(
  versions: readonly NoteVersionView[],
  keyOf: (at: Date) => string,
): HistoryDay[] {
  const days: HistoryDay[] = []
  versions.forEach((version, index) => {
    const key = keyOf(new Date(version.lastUpdate))
    const previous = versions[index + 1]
    const saves = previous ? version.version - previous.version : version.version === 1 ? 1 : null
    const row = { version, before: previous, saves }
    const day = days.at(-1)
    if (day?.key === key) day.rows.push(row)
    else days.push({ key, rows: [row] })
  })
  return days
}

interface Change {
  /** In characters, counted as for limits. */
  added: number
  removed: number
  /** An excerpt of the added or removed text. */
  words: { text: string; isNew: boolean } | null
}

/** In characters. */
const EXCERPT_MAX = 60

export function summarizeChange(previous: NoteVersionView | undefined, after: NoteVersionView): Change {
  const title = previous && previous.title !== after.title ? diffTexts(previous.title, after.title) : []
  const text = diffTexts(previous ? decodeText(previous.text) : '', decodeText(after.text))
  const chunks = [...title, ...text]
  const ofKind = (kind: DiffChunk['kind']) => chunks.filter(chunk => chunk.kind === kind)
  const lengthOf = (kind: DiffChunk['kind']) =>
    ofKind(kind).reduce((sum, chunk) => sum + textLength(chunk.text), 0)
  return {
    added: lengthOf('second'),
    removed: lengthOf('first'),
    words: excerptOf(chunks),
  }
}

/** An excerpt of the longest change that has words. Prefers an addition to a removal. */
function excerptOf(chunks: readonly DiffChunk[]): Change['words'] {
  const excerpts = chunks.flatMap(({ kind, text }) => {
    const words = kind === 'same' ? '' : plainText(text)
    return /[\p{L}\p{N}]/u.test(words) ? { words, isNew: kind === 'second' } : []
  })
  const longest = Math.max(...excerpts.map(({ words }) => words.length))
  const main = excerpts.filter(({ words }) => words.length === longest)
  const excerpt = main.find(({ isNew }) => isNew) ?? main[0]
  return excerpt ? { text: excerpt.words.slice(0, EXCERPT_MAX).toWellFormed(), isNew: excerpt.isNew } : null
}
