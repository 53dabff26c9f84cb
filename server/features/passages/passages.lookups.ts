import type { Passage } from '#protocol/passages.ts'
import type { EarlierVersionRecord } from '#server/features/notes/history.repository.ts'
import { lookup } from '#server/platform/mongo/queries.ts'
import { HAS_PASSAGE, HIGHLIGHTS, onPassage } from './passages.record.ts'

/** The texts in which a passage may be, and the number of passages. Read with the thread, before a passage is stored. */
export interface PassageContext {
  /** The current text; null if the note is deleted. */
  note: { version: number; text: string } | null
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
  notes: NonNullable<PassageContext['note']>[]
  earlier: NonNullable<PassageContext['earlier']>[]
  onPassages: FoundComments[]
  highlighted: Counted[]
}

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
    lookup('notes', 'notes', [{ $match: { noteNo } }, { $project: { _id: 0, version: 1, text: 1 } }]),
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

export function passageContextOf(found: FoundPassageContext): PassageContext {
  const counts = [...found.onPassages, ...found.highlighted]
  return {
    note: found.notes[0] ?? null,
    earlier: found.earlier[0] ?? null,
    count: counts.reduce((sum, { all }) => sum + all, 0),
    ownCount: counts.reduce((sum, { own }) => sum + own, 0),
  }
}
