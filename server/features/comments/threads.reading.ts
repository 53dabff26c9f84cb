import { THREADS, type ThreadPlace } from './threads.store.ts'

/** One writer's part in a thread. */
export interface ThreadWriter {
  writerNo: number
  newestNo: number
  /** When the newest was posted. */
  postedAt: Date
}

/** What a thread is to everybody: who wrote in it, in no order. */
export type ThreadWriters = readonly ThreadWriter[]

/** What a card tells of a thread. */
export interface ThreadSummary {
  count: number
  /** Absent without any. */
  newest?: NewestComment
}
/** The newest comment of a thread. */
export interface NewestComment {
  commentNo: number
  writerNo: number
  text: string
}

export const NO_COMMENTS: ThreadSummary = { count: 0 }

/** Finds the newest comments by their numbers, which stand at `localField`. */
export function newestComments(localField: string, as: string) {
  const pipeline = [{ $project: { _id: 0, commentNo: 1, writerNo: 1, text: 1 } }]
  return { $lookup: { from: 'comments', as, localField, foreignField: 'commentNo', pipeline } }
}

/** The stages that make one ThreadSummary of a thread's comments, or none: however many there are, one is looked at. */
export function summaryOfThread({ hubNo, noteNo }: ThreadPlace) {
  return [
    { $match: { hubNo, noteNo } },
    { $sort: { commentNo: -1 as const } },
    { $limit: 1 },
    { $lookup: { from: THREADS, as: 'thread', pipeline: [{ $match: { noteNo, hubNo } }] } },
    {
      $project: {
        _id: 0,
        count: { $max: [{ $first: '$thread.count' }, 1] },
        newest: { commentNo: '$commentNo', writerNo: '$writerNo', text: '$text' },
      },
    },
  ]
}

/**
 * The stages that make of a thread's comments its writers. An index skips from one to the next, so it takes as long for ten thousand
 * comments as for one of each.
 */
export const WRITERS = [
  { $sort: { writerNo: 1, commentNo: -1 } },
  { $group: { _id: '$writerNo', newestNo: { $first: '$commentNo' }, postedAt: { $first: '$postedAt' } } },
  { $project: { _id: 0, writerNo: '$_id', newestNo: 1, postedAt: 1 } },
] as const
