import { createHash } from 'node:crypto'
import { isLaterPart } from '#protocol/access.ts'
import type { Passage } from '#protocol/passages.ts'
import { wholeText } from '#protocol/seriesText.ts'
import type { EarlierVersionRecord } from '#server/features/notes/history.repository.ts'
import type { NoteRecord } from '#server/features/notes/notes.repository.ts'
import { IN_ORDER } from '#server/features/series/series.record.ts'
import { lookup } from '#server/platform/mongo/queries.ts'
import { HAS_PASSAGE, HIGHLIGHTS, onPassage } from './passages.record.ts'

/** The texts in which a passage may be, and the number of passages. Read with the thread, before a passage is stored. */
export interface PassageContext {
  /** The current text, of all parts of a series; null if the note is deleted. `version` identifies the text. */
  note: { version: number; text: string; isSeries: boolean } | null
  /** The stored text of the version that the writer read; null if it is the current one or not stored. */
  earlier: Pick<EarlierVersionRecord, 'version' | 'text' | 'lastUpdate'> | null
  /** Highlights and comments that begin a passage in the thread. */
  count: number
  /** Those of the user. */
  ownCount: number
}

interface Counted {
  all: number
  own: number
}

interface FoundComments extends Counted {
  onPassage: number
}

export interface FoundPassageContext {
  notes: FoundPart[]
  earlier: NonNullable<PassageContext['earlier']>[]
  onPassages: FoundComments[]
  highlighted: Counted[]
}

type FoundPart = Pick<NoteRecord, 'noteNo' | 'version' | 'text' | 'series'>

type Place = { hubNo: number; noteNo: number; userNo: number }

const sumIf = (...conditions: object[]) => ({ $sum: { $cond: [{ $and: conditions }, 1, 0] } })

/**
 * Lookup of the comments on passages of a thread: those that begin one, in all and by the user, and those on this passage. The
 * index covers it.
 */
export function commentsLookup({ hubNo, noteNo, userNo }: Place, passage: Passage): object {
  const begins = { $eq: [{ $ifNull: ['$replyTo', null] }, null] }
  const isOnPassage = Object.entries(onPassage(passage)).map(([field, value]) => ({
    $eq: [`$${field}`, value],
  }))
  return lookup('comments', 'onPassages', [
    { $match: { hubNo, noteNo, ...HAS_PASSAGE } },
    {
      $group: {
        _id: null,
        all: sumIf(begins),
        own: sumIf(begins, { $eq: ['$writerNo', userNo] }),
        onPassage: sumIf(...isOnPassage),
      },
    },
  ])
}

/** Lookups of a PassageContext. */
export function passageLookups({ hubNo, noteNo, userNo }: Place, passage: Passage): object[] {
  const { noteVersion = 0 } = passage
  return [
    lookup('notes', 'notes', [
      { $match: { $or: [{ noteNo }, { 'series.headNo': noteNo }] } },
      { $sort: IN_ORDER },
      { $project: { _id: 0, noteNo: 1, version: 1, text: 1, series: 1 } },
    ]),
    lookup('revisions', 'earlier', [
      { $match: { noteNo, version: noteVersion } },
      { $project: { _id: 0, version: 1, text: 1, lastUpdate: 1 } },
    ]),
    commentsLookup({ hubNo, noteNo, userNo }, passage),
    lookup(HIGHLIGHTS, 'highlighted', [
      { $match: { hubNo, noteNo } },
      { $group: { _id: null, all: { $sum: 1 }, own: sumIf({ $eq: ['$userNo', userNo] }) } },
    ]),
  ]
}

/** Enough that no two texts of a series get the same number. */
const TEXT_ID_BYTES = 6

function wholeNote(parts: readonly FoundPart[]): PassageContext['note'] {
  const [first] = parts
  if (first === undefined || isLaterPart(first)) return null
  if (parts.length === 1) return { version: first.version, text: first.text, isSeries: false }
  const text = wholeText(parts)
  // The version of the first part stays when another part changes.
  const version = 1 + createHash('sha256').update(text).digest().readUIntBE(0, TEXT_ID_BYTES)
  return { version, text, isSeries: true }
}

export function passageContextOf(found: FoundPassageContext): PassageContext {
  const counts = [...found.onPassages, ...found.highlighted]
  return {
    note: wholeNote(found.notes),
    earlier: found.earlier[0] ?? null,
    count: counts.reduce((sum, { all }) => sum + all, 0),
    ownCount: counts.reduce((sum, { own }) => sum + own, 0),
  }
}
