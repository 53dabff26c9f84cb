import type { Connection } from 'mongoose'
import { LATEST_TEXT_MAX } from '#protocol/limits.ts'
import { shortened } from '#protocol/shortened.ts'
import type { HubRecord } from './hubs.record.ts'

/** What happened last in a hub: a note that was shared, or a comment on one that is. */
export interface LatestRecord {
  kind: 'note' | 'comment'
  writerNo: number
  /** The beginning of the note's title, or of the comment's first line. */
  text: string
  at: Date
}

/** Comments that are looked at: those on notes that are shared no longer are passed over. */
const COMMENTS_LOOKED_AT = 50

interface FoundShare {
  authorNo: number
  sharedAt: Date
  title: string
}
interface FoundComment {
  authorNo: number
  writerNo: number
  text: string
  postedAt: Date
}

/** One reading across what hubs, shares, notes and comments keep; nothing is stored for it. */
export function createLatestStore(connection: Connection) {
  const hubs = connection.collection<HubRecord>('hubs')
  return {
    /** Hubs in which nothing is to be seen are absent. */
    async of(hubNos: readonly number[]): Promise<Map<number, LatestRecord>> {
      if (hubNos.length === 0) return new Map()
      const found = await hubs
        .aggregate<{ hubNo: number; memberNos: number[]; shares: FoundShare[]; comments: FoundComment[] }>([
          { $match: { hubNo: { $in: [...hubNos] } } },
          { $project: { _id: 0, hubNo: 1, memberNos: '$members.userNo' } },
          ofHub('shares', 'shares', newestShare),
          ofHub('comments', 'comments', newestComment),
        ])
        .toArray()
      return new Map(
        found.flatMap(({ hubNo, memberNos, shares, comments }) => {
          // Of somebody who is leaving nothing is shown.
          const [share] = shares.filter(({ authorNo }) => memberNos.includes(authorNo))
          const [comment] = comments.filter(({ authorNo }) => memberNos.includes(authorNo))
          const latest = later(share && noteOf(share), comment && commentOf(comment))
          return latest ? [[hubNo, latest]] : []
        }),
      )
    },
  }
}

const newestShare = [
  { $match: { live: true } },
  { $sort: { seq: -1 } },
  { $limit: 1 },
  { $lookup: { from: 'notes', localField: 'noteNo', foreignField: 'noteNo', as: 'note' } },
  // A note that has just been deleted is gone before its shares are.
  { $match: { 'note.0': { $exists: true } } },
  { $project: { _id: 0, authorNo: 1, sharedAt: 1, title: { $first: '$note.title' } } },
]

const newestComment = [
  { $sort: { commentNo: -1 } },
  { $limit: COMMENTS_LOOKED_AT },
  {
    $lookup: {
      from: 'shares',
      localField: 'noteNo',
      foreignField: 'noteNo',
      let: { hubNo: '$hubNo' },
      pipeline: [
        { $match: { live: true, $expr: { $eq: ['$hubNo', '$$hubNo'] } } },
        { $project: { _id: 0, authorNo: 1 } },
      ],
      as: 'share',
    },
  },
  { $match: { 'share.0': { $exists: true } } },
  { $limit: 1 },
  { $project: { _id: 0, authorNo: { $first: '$share.authorNo' }, writerNo: 1, text: 1, postedAt: 1 } },
]

/** What belongs to each hub in another collection. */
function ofHub(from: string, as: string, pipeline: object[]) {
  return { $lookup: { from, as, localField: 'hubNo', foreignField: 'hubNo', pipeline } }
}

const noteOf = ({ authorNo, sharedAt, title }: FoundShare): LatestRecord => ({
  kind: 'note',
  writerNo: authorNo,
  text: beginningOf(title),
  at: sharedAt,
})

const commentOf = ({ writerNo, text, postedAt }: FoundComment): LatestRecord => ({
  kind: 'comment',
  writerNo,
  text: beginningOf(text),
  at: postedAt,
})

/** Cut where it is read, so that it is kept cut: finding where a sign ends takes longer than all else of a list. */
function beginningOf(text: string): string {
  const [line = ''] = text.trimStart().split('\n', 1)
  return shortened(line, LATEST_TEXT_MAX)
}

function later(note: LatestRecord | undefined, comment: LatestRecord | undefined) {
  if (note === undefined || comment === undefined) return note ?? comment
  return comment.at >= note.at ? comment : note
}

export type LatestStore = ReturnType<typeof createLatestStore>
