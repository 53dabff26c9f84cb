import type { Connection } from 'mongoose'
import { NOTE_PASSAGE_ROOMS_MAX, NOTE_PASSAGES_MAX } from '#protocol/limits.ts'
import { PASSAGE_COMMENTS_MAX, type Passage, passageKey } from '#protocol/passages.ts'
import type { CommentRecord } from '#server/features/comments/comments.repository.ts'
import type { HubRecord } from '#server/features/hubs/hubs.record.ts'
import type { ShareRecord } from '#server/features/shares/shares.record.ts'
import { lookup } from '#server/platform/mongo/queries.ts'
import {
  HAS_PASSAGE,
  HIGHLIGHTS,
  type HighlightRecord,
  onPassage,
  type StoredPassage,
} from './passages.record.ts'

interface Thread {
  hubNo: number
  noteNo: number
}

/** The part of a comment that tells where it belongs. */
export type PassageCommentRecord = Required<Pick<CommentRecord, 'commentNo' | 'writerNo' | 'passage'>>

/** The passages of a note in one hub. */
interface ThreadPassages {
  /** Null if the note is not shared there. */
  share: ShareRecord | null
  highlights: HighlightRecord[]
  comments: PassageCommentRecord[]
}

/** The passages of a note in all hubs where it is shared. */
export interface NotePassages {
  hubs: Pick<HubRecord, 'hubNo' | 'version'>[]
  highlights: HighlightRecord[]
  comments: (PassageCommentRecord & Pick<CommentRecord, 'hubNo' | 'text' | 'postedAt'>)[]
}

/** Key of a passage among those of several notes. */
export function countKey(noteNo: number, passage: StoredPassage): string {
  return `${noteNo} ${passageKey(passage)}`
}

/** Reads highlights and comments on passages together. */
export function createPassageRepository(connection: Connection) {
  const shares = connection.collection('shares')

  return {
    /** Highlights by number, and the newest comments, oldest first. */
    async findByThread({ hubNo, noteNo }: Thread): Promise<ThreadPassages> {
      const [found] = await shares
        .aggregate<ShareRecord & Omit<ThreadPassages, 'share'>>([
          { $match: { hubNo, noteNo, live: true } },
          { $unset: '_id' },
          lookup(HIGHLIGHTS, 'highlights', [
            { $match: { hubNo, noteNo } },
            { $sort: { highlightNo: 1 } },
            { $unset: '_id' },
          ]),
          lookup('comments', 'comments', [
            { $match: { hubNo, noteNo, ...HAS_PASSAGE } },
            { $sort: { commentNo: -1 } },
            { $limit: PASSAGE_COMMENTS_MAX },
            { $sort: { commentNo: 1 } },
            { $project: { _id: 0, commentNo: 1, writerNo: 1, passage: 1 } },
          ]),
        ])
        .toArray()
      if (found === undefined) return { share: null, highlights: [], comments: [] }
      const { highlights: marks, comments, ...share } = found
      return { share, highlights: marks, comments }
    },
    /** In the hubs where the note is shared; the newest share first. Reads the hubs first. */
    async findByNote(noteNo: number): Promise<NotePassages> {
      const inHubs = { $match: { noteNo, $expr: { $in: ['$hubNo', '$$hubNos'] } } }
      const [found] = await shares
        .aggregate<NotePassages & { hubNos: number[] }>([
          { $match: { noteNo, live: true } },
          { $sort: { sharedAt: -1 } },
          { $limit: NOTE_PASSAGE_ROOMS_MAX },
          { $group: { _id: null, hubNos: { $push: '$hubNo' } } },
          {
            $lookup: {
              from: 'hubs',
              as: 'hubs',
              localField: 'hubNos',
              foreignField: 'hubNo',
              pipeline: [{ $project: { _id: 0, hubNo: 1, version: 1 } }],
            },
          },
          {
            $lookup: {
              from: HIGHLIGHTS,
              as: 'highlights',
              let: { hubNos: '$hubNos' },
              pipeline: [inHubs, { $sort: { since: -1 } }, { $limit: NOTE_PASSAGES_MAX }, { $unset: '_id' }],
            },
          },
          {
            $lookup: {
              from: 'comments',
              as: 'comments',
              let: { hubNos: '$hubNos' },
              pipeline: [
                { $match: HAS_PASSAGE },
                inHubs,
                { $sort: { commentNo: -1 } },
                { $limit: NOTE_PASSAGES_MAX },
                {
                  $project: {
                    ...{ _id: 0, commentNo: 1, hubNo: 1, writerNo: 1 },
                    ...{ text: 1, postedAt: 1, passage: 1 },
                  },
                },
              ],
            },
          },
        ])
        .toArray()
      if (found === undefined) return { hubs: [], highlights: [], comments: [] }
      const places = new Map(found.hubNos.map((hubNo, index) => [hubNo, index]))
      const byShare = (a: { hubNo: number }, b: { hubNo: number }) =>
        (places.get(a.hubNo) ?? 0) - (places.get(b.hubNo) ?? 0)
      return {
        hubs: found.hubs.toSorted(byShare),
        highlights: found.highlights.toSorted((a, b) => a.highlightNo - b.highlightNo),
        comments: found.comments.toReversed(),
      }
    },
    /** The passage as a comment on it has it; null if there is none. */
    async findDiscussed({ hubNo, noteNo }: Thread, passage: Passage): Promise<StoredPassage | null> {
      const found = await connection
        .collection<CommentRecord>('comments')
        .findOne({ hubNo, noteNo, ...onPassage(passage) }, { projection: { _id: 0, passage: 1 } })
      return found?.passage ?? null
    },
    /** Numbers of comments on these passages of notes in a hub, by `countKey`; passages without comments are absent. */
    async countComments(
      hubNo: number,
      places: readonly { noteNo: number; passage: StoredPassage }[],
    ): Promise<Map<string, number>> {
      const found = await connection
        .collection('comments')
        .aggregate<{ noteNo: number; passage: StoredPassage; count: number }>([
          {
            $match: { $or: places.map(({ noteNo, passage }) => ({ hubNo, noteNo, ...onPassage(passage) })) },
          },
          {
            $group: {
              _id: {
                noteNo: '$noteNo',
                noteVersion: '$passage.noteVersion',
                start: '$passage.start',
                end: '$passage.end',
              },
              count: { $sum: 1 },
            },
          },
          { $project: { _id: 0, noteNo: '$_id.noteNo', passage: '$_id', count: 1 } },
        ])
        .toArray()
      return new Map(found.map(({ noteNo, passage, count }) => [countKey(noteNo, passage), count]))
    },
  }
}
