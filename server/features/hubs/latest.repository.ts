import type { Connection } from 'mongoose'
import { LATEST_TEXT_MAX } from '#protocol/limits.ts'
import { truncateText } from '#protocol/normalization.ts'
import type { HubRecord } from './hubs.record.ts'

/** Latest activity in a hub: a shared note, or a comment on a shared note. */
export interface LatestRecord {
  kind: 'note' | 'comment'
  writerNo: number
  /** Start of the note's title or of the comment's first line. */
  text: string
  at: Date
}

/** Number of comments to read; comments on notes that are no longer shared are skipped. */
const COMMENTS_READ = 50

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

/** Reads hubs, shares, notes and comments in one query; nothing is stored. */
export function createLatestRepository(connection: Connection) {
  const hubs = connection.collection<HubRecord>('hubs')
  return {
    /** Hubs without activity are absent. */
    async findByHubs(hubNos: readonly number[]): Promise<Map<number, LatestRecord>> {
      if (hubNos.length === 0) return new Map()
      const found = await hubs
        .aggregate<{ hubNo: number; memberNos: number[]; shares: FoundShare[]; comments: FoundComment[] }>([
          { $match: { hubNo: { $in: [...hubNos] } } },
          { $project: { _id: 0, hubNo: 1, memberNos: '$members.userNo' } },
          findByHub('shares', 'shares', newestShare),
          findByHub('comments', 'comments', newestComment),
        ])
        .toArray()
      return new Map(
        found.flatMap(({ hubNo, memberNos, shares, comments }) => {
          // Hides activity of users who are leaving.
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
  // A deletion removes the note before its shares.
  { $match: { 'note.0': { $exists: true } } },
  { $project: { _id: 0, authorNo: 1, sharedAt: 1, title: { $first: '$note.title' } } },
]

const newestComment = [
  { $sort: { commentNo: -1 } },
  { $limit: COMMENTS_READ },
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

/** Lookup of another collection by hub. */
function findByHub(from: string, as: string, pipeline: object[]) {
  return { $lookup: { from, as, localField: 'hubNo', foreignField: 'hubNo', pipeline } }
}

const noteOf = ({ authorNo, sharedAt, title }: FoundShare): LatestRecord => ({
  kind: 'note',
  writerNo: authorNo,
  text: truncate(title),
  at: sharedAt,
})

const commentOf = ({ writerNo, text, postedAt }: FoundComment): LatestRecord => ({
  kind: 'comment',
  writerNo,
  text: truncate(text),
  at: postedAt,
})

/** Truncates before caching: finding grapheme boundaries is the slowest part of a list. */
function truncate(text: string): string {
  const [line = ''] = text.trimStart().split('\n', 1)
  return truncateText(line, LATEST_TEXT_MAX)
}

function later(note: LatestRecord | undefined, comment: LatestRecord | undefined) {
  if (note === undefined || comment === undefined) return note ?? comment
  return comment.at >= note.at ? comment : note
}
