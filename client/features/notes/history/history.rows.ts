import { decodeText } from '#protocol/encoding.ts'
import type { NoteVersionView } from '#protocol/noteHistory.ts'
import { plainText } from '#protocol/plainText.ts'
import { textLength } from '#protocol/textLength.ts'
import { differences, type Piece } from './note.diff.ts'

export interface HistoryRow {
  version: NoteVersionView
  /** The one before it; undefined where that is kept no more, or there was none. */
  before: NoteVersionView | undefined
  /** How many saves it holds, for those of one sitting take each other's place; null where that is not known. */
  saves: number | null
}

export interface HistoryDay {
  key: string
  rows: HistoryRow[]
}

/** Versions, newest first, as the days on which they were saved. `keyOf` is the same for all times of a day. */
export function daysOf(versions: readonly NoteVersionView[], keyOf: (at: Date) => string): HistoryDay[] {
  const days: HistoryDay[] = []
  versions.forEach((version, place) => {
    const key = keyOf(new Date(version.lastUpdate))
    const before = versions[place + 1]
    const saves = before ? version.version - before.version : version.version === 1 ? 1 : null
    const row = { version, before, saves }
    const day = days.at(-1)
    if (day?.key === key) day.rows.push(row)
    else days.push({ key, rows: [row] })
  })
  return days
}

export interface Change {
  /** In characters, as limits count them. */
  added: number
  removed: number
  /** Some of the words that came, or went. */
  words: { text: string; isNew: boolean } | null
}

/** In characters: as much as a row may show. */
const LONGEST_EXCERPT = 60

export function changeBetween(before: NoteVersionView | undefined, after: NoteVersionView): Change {
  const title = before && before.title !== after.title ? differences(before.title, after.title) : []
  const text = differences(before ? decodeText(before.text) : '', decodeText(after.text))
  const pieces = [...title, ...text]
  const ofKind = (kind: Piece['kind']) => pieces.filter(piece => piece.kind === kind)
  const lengthOf = (kind: Piece['kind']) =>
    ofKind(kind).reduce((sum, piece) => sum + textLength(piece.text), 0)
  return {
    added: lengthOf('second'),
    removed: lengthOf('first'),
    words: mainWords(pieces),
  }
}

/** Of the longest change that has any; what came before what went. */
function mainWords(pieces: readonly Piece[]): Change['words'] {
  const excerpts = pieces.flatMap(({ kind, text }) => {
    const words = kind === 'same' ? '' : plainText(text)
    return /[\p{L}\p{N}]/u.test(words) ? { words, isNew: kind === 'second' } : []
  })
  const longest = Math.max(...excerpts.map(({ words }) => words.length))
  const main = excerpts.filter(({ words }) => words.length === longest)
  const shown = main.find(({ isNew }) => isNew) ?? main[0]
  return shown ? { text: shown.words.slice(0, LONGEST_EXCERPT).toWellFormed(), isNew: shown.isNew } : null
}
