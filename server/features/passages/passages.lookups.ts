import type { Passage } from '#protocol/passages.ts'
import type { EarlierVersionRecord } from '#server/features/notes/history.repository.ts'
import { lookup } from '#server/platform/mongo/queries.ts'
import { HAS_PASSAGE, HIGHLIGHTS } from './passages.record.ts'

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

export interface FoundPassageContext {
  notes: NonNullable<PassageContext['note']>[]
  earlier: NonNullable<PassageContext['earlier']>[]
  begun: Counted[]
  highlighted: Counted[]
}

/** Lookups of a PassageContext. The indexes of comments and highlights cover the counts. */
export function passageLookups(
  { hubNo, noteNo, userNo }: { hubNo: number; noteNo: number; userNo: number },
  { noteVersion = 0 }: Passage,
): object[] {
  const countedBy = (field: string) => ({
    $group: {
      _id: null,
      all: { $sum: 1 },
      own: { $sum: { $cond: [{ $eq: [field, userNo] }, 1, 0] } },
    },
  })
  return [
    lookup('notes', 'notes', [{ $match: { noteNo } }, { $project: { _id: 0, version: 1, text: 1 } }]),
    lookup('revisions', 'earlier', [
      { $match: { noteNo, version: noteVersion } },
      { $project: { _id: 0, version: 1, text: 1, lastUpdate: 1 } },
    ]),
    lookup('comments', 'begun', [
      { $match: { hubNo, noteNo, ...HAS_PASSAGE } },
      { $match: { $expr: { $eq: [{ $ifNull: ['$replyTo', null] }, null] } } },
      countedBy('$writerNo'),
    ]),
    lookup(HIGHLIGHTS, 'highlighted', [{ $match: { hubNo, noteNo } }, countedBy('$userNo')]),
  ]
}

export function passageContextOf({
  notes,
  earlier,
  begun,
  highlighted,
}: FoundPassageContext): PassageContext {
  const counts = [...begun, ...highlighted]
  return {
    note: notes[0] ?? null,
    earlier: earlier[0] ?? null,
    count: counts.reduce((sum, { all }) => sum + all, 0),
    ownCount: counts.reduce((sum, { own }) => sum + own, 0),
  }
}

/** Looks up the number of comments on the passage of a comment as `onPassage`; empty if it has none. */
export const COUNT_ON_PASSAGE = {
  $lookup: {
    from: 'comments',
    as: 'onPassage',
    let: {
      hubNo: '$hubNo',
      noteNo: '$noteNo',
      noteVersion: '$passage.noteVersion',
      start: '$passage.start',
      end: '$passage.end',
    },
    pipeline: [
      {
        $match: {
          ...HAS_PASSAGE,
          $expr: {
            $and: [
              { $eq: ['$hubNo', '$$hubNo'] },
              { $eq: ['$noteNo', '$$noteNo'] },
              { $eq: ['$passage.noteVersion', '$$noteVersion'] },
              { $eq: ['$passage.start', '$$start'] },
              { $eq: ['$passage.end', '$$end'] },
            ],
          },
        },
      },
      { $count: 'count' },
    ],
  },
}

/** The words that a comment is about and the number of comments on them, as a card shows them. */
export interface PassageCount {
  exact: string
  count: number
}

/** Stages that replace the passage of a comment by its PassageCount. */
export const WITH_PASSAGE_COUNT = [
  COUNT_ON_PASSAGE,
  {
    $set: {
      passage: {
        $cond: [
          { $eq: ['$onPassage', []] },
          '$$REMOVE',
          { exact: '$passage.exact', count: { $first: '$onPassage.count' } },
        ],
      },
    },
  },
  { $unset: 'onPassage' },
]
