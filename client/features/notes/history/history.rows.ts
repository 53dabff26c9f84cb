import { decodeText } from '#protocol/encoding.ts'
import type { NoteVersionView } from '#protocol/noteHistory.ts'
import { plainText } from '#protocol/plainText.ts'
import { textLength } from '#protocol/textLength.ts'
import { type DiffChunk, diffTexts } from './note.diff.ts'

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
export function groupByDay(versions: readonly NoteVersionView[], keyOf: (at: Date) => string): HistoryDay[] {
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

export interface Change {
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
