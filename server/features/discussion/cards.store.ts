import type { Connection } from 'mongoose'
import { NOTE_ITSELF } from '#protocol/reactions.ts'
import {
  type NewestComment,
  newestComments,
  type ThreadWriter,
  WRITERS,
} from '#server/features/comments/threads.reading.ts'
import { THREADS } from '#server/features/comments/threads.store.ts'
import type { HubRecord } from '#server/features/hubs/hubs.record.ts'
import { IN_LIST, type NoteInList } from '#server/features/notes/notes.store.ts'
import type { ShareRecord } from '#server/features/shares/shares.store.ts'
import type { Range } from '#server/platform/page.ts'

/** What hangs on notes in a hub. A note without any of it is absent from a list. */
export interface CardParts {
  shares: SharedThread[]
  /** The share that is pinned, when it is asked for and was not withdrawn. */
  pinned: SharedThread | null
  notes: NoteInList[]
  counts: { noteNo: number; count: number }[]
  newest: NewestComment[]
  empathies: { noteNo: number; userNos: number[] }[]
  /** Members of the hub alone. */
  readers: { noteNo: number; userNos: number[] }[]
}

/** A share with what its thread's comments tell. */
export interface SharedThread extends ShareRecord {
  writers: ThreadWriter[]
  /** 0 without comments. */
  newestNo: number
}

type Hub = Pick<HubRecord, 'hubNo' | 'members' | 'pinnedSeq'>

/** One reading across what shares, notes, comments, empathies and marks of reading keep. */
export function createCardStore(connection: Connection) {
  const shares = connection.collection('shares')
  return {
    /** The newest share first, none after `lastSeq`; without a range the pinned one alone. */
    async read(hub: Hub, lastSeq: number, range: Range | null): Promise<CardParts> {
      const { hubNo, members, pinnedSeq } = hub
      const [found] = await shares
        .aggregate<Omit<CardParts, 'shares' | 'pinned'> & { all: (SharedThread & { isPin?: true })[] }>([
          ...sharesOf(hubNo, lastSeq, range, pinnedSeq),
          { $unset: '_id' },
          ...withWriters(hubNo),
          { $group: { _id: null, all: { $push: '$$ROOT' } } },
          ofNotes('notes', 'notes', IN_LIST),
          ofNotes(THREADS, 'counts', [{ $match: { hubNo } }, { $project: { _id: 0, noteNo: 1, count: 1 } }]),
          newestComments('all.newestNo', 'newest'),
          ofNotes('empathies', 'empathies', [
            { $match: { hubNo, commentNo: NOTE_ITSELF } },
            { $sort: { since: 1, userNo: 1 } },
            ...USERS_BY_NOTE,
          ]),
          ofNotes('noteReads', 'readers', [
            { $match: { userNo: { $in: members.map(({ userNo }) => userNo) } } },
            ...USERS_BY_NOTE,
          ]),
        ])
        .toArray()
      const { all = [], ...parts } = found ?? NOTHING
      const pinned = all.find(({ isPin }) => isPin)
      return { ...parts, shares: all.filter(share => share !== pinned), pinned: pinned ?? null }
    },
  }
}

const NOTHING = { all: [], notes: [], counts: [], newest: [], empathies: [], readers: [] }

function sharesOf(
  hubNo: number,
  lastSeq: number,
  range: Range | null,
  pinnedSeq: number | undefined,
): object[] {
  const pin = [{ $match: { hubNo, seq: pinnedSeq ?? 0, live: true } }, { $set: { isPin: true } }]
  if (range === null) return pin
  return [
    { $match: { hubNo, live: true, seq: { $lte: lastSeq } } },
    { $sort: { seq: -1 } },
    { $skip: range.skip },
    { $limit: range.limit },
    ...(pinnedSeq === undefined ? [] : [{ $unionWith: { coll: 'shares', pipeline: pin } }]),
  ]
}

/** What another collection keeps of the notes that are shared. */
function ofNotes(from: string, as: string, pipeline: readonly object[]) {
  return { $lookup: { from, as, localField: 'all.noteNo', foreignField: 'noteNo', pipeline } }
}

/** Of each share the writers of its thread: for one note alone the index can skip from one to the next. */
function withWriters(hubNo: number): object[] {
  const writers = [{ $match: { hubNo } }, ...WRITERS]
  return [
    {
      $lookup: {
        from: 'comments',
        as: 'writers',
        localField: 'noteNo',
        foreignField: 'noteNo',
        pipeline: writers,
      },
    },
    { $set: { newestNo: { $ifNull: [{ $max: '$writers.newestNo' }, 0] } } },
  ]
}

const USERS_BY_NOTE = [
  { $group: { _id: '$noteNo', userNos: { $push: '$userNo' } } },
  { $project: { _id: 0, noteNo: '$_id', userNos: 1 } },
]

export type CardStore = ReturnType<typeof createCardStore>
