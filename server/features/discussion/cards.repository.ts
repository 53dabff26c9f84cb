import type { Connection } from 'mongoose'
import { NOTE_ITSELF } from '#protocol/reactions.ts'
import {
  type NewestComment,
  newestComments,
  THREADS,
  type ThreadWriter,
  type ThreadWriters,
  WRITERS,
} from '#server/features/comments/threads.repository.ts'
import type { HubRecord } from '#server/features/hubs/hubs.record.ts'
import { IN_LIST, type NoteInList, type NoteSummary } from '#server/features/notes/notes.repository.ts'
import type { ShareRecord } from '#server/features/shares/shares.record.ts'
import { COLLECTIONS } from '#server/platform/mongo/collections.ts'
import type { Range } from '#server/platform/paging.ts'

/** Data about notes in a hub. Notes without any are absent from a list. */
export interface CardParts {
  shares: SharedThread[]
  /** The pinned share, if requested and not withdrawn. */
  pinned: SharedThread | null
  notes: NoteInList[]
  counts: { noteNo: number; count: number }[]
  newest: NewestComment[]
  reactions: { noteNo: number; userNos: number[] }[]
  /** Current members only. */
  readers: { noteNo: number; userNos: number[] }[]
}

/** A share with a summary of its thread. */
export interface SharedThread extends ShareRecord {
  writers: ThreadWriter[]
  /** 0 without comments. */
  newestNo: number
}

type Hub = Pick<HubRecord, 'hubNo' | 'members' | 'pinnedSeq'>

/** Reads shares, notes, comments, reactions and read marks in one query. */
export function createCardRepository(connection: Connection) {
  const shares = connection.collection('shares')
  return {
    /** Newest share first, up to `lastSeq`. Without a range, only the pinned share. */
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
          ofNotes(COLLECTIONS.reactions, 'reactions', [
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

const NOTHING = { all: [], notes: [], counts: [], newest: [], reactions: [], readers: [] }

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

/** Lookup of another collection by the shared notes. */
function ofNotes(from: string, as: string, pipeline: readonly object[]) {
  return { $lookup: { from, as, localField: 'all.noteNo', foreignField: 'noteNo', pipeline } }
}

/** Lookup per share: the index scan that skips between writers works for a single note only. */
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

/** A shared note with the data that is the same for all members. */
export interface Card {
  share: ShareRecord
  note: NoteSummary
  excerpt: string
  commentCount: number
  writers: ThreadWriters
  /** Absent without comments. */
  newest?: NewestComment
  reactionUserNos: readonly number[]
  readerNos: readonly number[]
}

/** Number of live shares in a hub, and the highest share number. */
export interface ShareCount {
  total: number
  lastSeq: number
}

export interface CardPage extends ShareCount {
  cards: Card[]
  pinned: Card | null
}
