import type { Connection } from 'mongoose'
import {
  pictureIdsOf,
  type WithPictureIds,
} from '#server/features/notePictures/pictureReferences.repository.ts'
import type { NoteRecord } from '#server/features/notes/notes.repository.ts'
import { IN_ORDER, type WithSeries } from '#server/features/series/series.record.ts'
import type { PartSum } from '#server/features/series/series.repository.ts'
import { bulkWriteAll } from '#server/platform/mongo/queries.ts'
import { defineSchema } from '#server/platform/mongo/schema.ts'
import type { Range } from '#server/platform/paging.ts'

/** A share at the time of the deletion. */
export interface EndedShare {
  hubNo: number
  sharedAt: Date
  isWritable?: true
  /** Members for whom it was not unread. */
  seenBy: number[]
}

/** A deleted note. Its history and threads stay until it is deleted permanently. */
export interface TrashRecord extends Omit<NoteRecord, 'requestKey' | 'editingSession'> {
  subjectTitle: string
  shares: EndedShare[]
  keptAt: Date
  /** Absent until the note has left its topic: it is not in the trash before. */
  deletedAt?: Date
  /** Start of a restore, which excludes others for a while. */
  claimedAt?: Date
  /** The first part of the series with which the note was deleted: it is restored and purged with that, and has no `deletedAt`. */
  withHeadNo?: number
}
export type Trashed = TrashRecord & { deletedAt: Date }
/** A later part that was deleted with the first one. */
export type TrashedPart = TrashRecord & Required<WithSeries>
/** Number of deleted notes of a topic. */
export interface TopicInTrash {
  topicNo: number
  noteCount: number
}
type ExpiredNote = Pick<Trashed, 'noteNo' | 'deletedAt' | 'series'>
export type TrashSummary = Omit<TrashRecord, 'text' | 'shares' | 'keptAt' | 'claimedAt' | 'links'> & {
  deletedAt: Date
}

// Nodes of the previous release copy the public link, which no restored note may have.
const WHOLE = { _id: 0, pictureIds: 0, publicLink: 0 } as const
const SUMMARY = { ...WHOLE, text: 0, shares: 0, keptAt: 0, claimedAt: 0, links: 0 } as const
/** A restore that takes longer has crashed. */
const CLAIM_MS = 60_000
/** Date for notes to delete at the next cleanup. */
const LONG_AGO = new Date(0)

const schema = defineSchema<TrashRecord & WithPictureIds>('trash', {
  noteNo: Number,
  subjectNo: Number,
  subjectTitle: String,
  authorNo: Number,
  title: String,
  text: String,
  textLength: Number,
  version: Number,
  createdAt: Date,
  lastUpdate: Date,
  everShared: Boolean,
  pinned: Boolean,
  takenDown: { at: Date, reason: String },
  shares: [{ hubNo: Number, sharedAt: Date, isWritable: Boolean, seenBy: [Number] }],
  keptAt: Date,
  deletedAt: Date,
  claimedAt: Date,
  pictureIds: [String],
  links: [{ key: String, noteNo: Number, hasHeading: Boolean, titles: [String] }],
  series: { headNo: Number, place: Number },
  withHeadNo: Number,
})
schema.index({ noteNo: 1 }, { unique: true })
schema.index({ authorNo: 1, deletedAt: -1, noteNo: -1 })
schema.index({ authorNo: 1, subjectNo: 1, noteNo: 1, deletedAt: 1 })
schema.index({ deletedAt: 1, keptAt: 1 })
schema.index({ withHeadNo: 1 }, { partialFilterExpression: { withHeadNo: { $exists: true } } })
schema.index({ pictureIds: 1, authorNo: 1 }, { partialFilterExpression: { pictureIds: { $exists: true } } })

export function createTrashRepository(connection: Connection) {
  const trash = connection.model('Trash', schema)
  const inTrash = (authorNo: number, since: Date) => ({ authorNo, deletedAt: { $gt: since } })
  const free = (now: Date) => [
    { claimedAt: { $exists: false } },
    { claimedAt: { $lte: new Date(now.getTime() - CLAIM_MS) } },
  ]
  return {
    /**
     * Copies a note before its deletion. If a deletion is repeated, keeps the shares that the first attempt withdrew. Those still there may
     * have changed since.
     */
    async save({ shares, ...note }: Omit<TrashRecord, 'deletedAt'>): Promise<void> {
      const isRepeated = { $and: [{ $isArray: '$shares' }, { $eq: [{ $type: '$deletedAt' }, 'missing'] }] }
      const isGone = { $not: { $in: ['$$share.hubNo', shares.map(({ hubNo }) => hubNo)] } }
      const withdrawn = { $filter: { input: '$shares', as: 'share', cond: isGone } }
      const live = { $literal: shares }
      const update = { shares: { $cond: [isRepeated, { $concatArrays: [withdrawn, live] }, live] } }
      await trash.updateOne(
        { noteNo: note.noteNo },
        [
          {
            $replaceWith: {
              $mergeObjects: ['$$ROOT', { $literal: { ...note, ...pictureIdsOf(note.text) } }, update],
            },
          },
          { $unset: ['deletedAt', 'claimedAt', ...(note.withHeadNo === undefined ? ['withHeadNo'] : [])] },
        ],
        { upsert: true, updatePipeline: true },
      )
    },
    /** The note has left its topic. Nothing if it was deleted as a part of its series. Idempotent. */
    async settle(noteNo: number, now: Date): Promise<void> {
      await trash.updateOne({ noteNo, deletedAt: null, withHeadNo: null }, { $set: { deletedAt: now } })
    },
    /** Copied before `before` and not settled since. */
    async findUnsettled(before: Date): Promise<number[]> {
      const found = await trash
        .find({ deletedAt: null, keptAt: { $lt: before }, withHeadNo: null }, { _id: 0, noteNo: 1 })
        .lean()
      return found.map(({ noteNo }) => noteNo)
    },
    /** Deleted after `since`, last deleted first. */
    async findPage(
      authorNo: number,
      since: Date,
      { skip, limit }: Range,
    ): Promise<{ items: TrashSummary[]; total: number }> {
      const [items, total] = await Promise.all([
        trash
          .find(inTrash(authorNo, since), SUMMARY)
          .sort({ deletedAt: -1, noteNo: -1 })
          .skip(skip)
          .limit(limit)
          .lean<TrashSummary[]>(),
        trash.countDocuments(inTrash(authorNo, since)),
      ])
      return { items, total }
    },
    /** Of the author's notes those deleted after `since`; others are absent. */
    async findByNos(authorNo: number, noteNos: readonly number[], since: Date): Promise<Trashed[]> {
      return trash
        .find({ ...inTrash(authorNo, since), noteNo: { $in: [...noteNos] } }, WHOLE)
        .lean<Trashed[]>()
    },
    /** Deleted notes per topic after `since`; topics without any are absent. */
    async countByTopic(authorNo: number, topicNos: readonly number[], since: Date): Promise<TopicInTrash[]> {
      if (topicNos.length === 0) return []
      return trash.aggregate<TopicInTrash>([
        { $match: { ...inTrash(authorNo, since), subjectNo: { $in: [...new Set(topicNos)] } } },
        { $group: { _id: '$subjectNo', noteCount: { $sum: 1 } } },
        { $project: { _id: 0, topicNo: '$_id', noteCount: 1 } },
      ])
    },
    /** The author's note last deleted from the topic after `since`; null if there is none. */
    async findLatest(authorNo: number, subjectNo: number, since: Date): Promise<TrashSummary | null> {
      return trash
        .findOne({ ...inTrash(authorNo, since), subjectNo }, SUMMARY)
        .sort({ deletedAt: -1, noteNo: -1 })
        .lean<TrashSummary>()
    },
    /** The next notes above a number. */
    async findNext(
      authorNo: number,
      place: { subjectNo: number; since: Date; until: Date | undefined; above: number },
      limit: number,
    ): Promise<Trashed[]> {
      const { subjectNo, since, until, above } = place
      const deletedAt = { $gt: since, ...(until && { $lte: until }) }
      return trash
        .find({ authorNo, subjectNo, noteNo: { $gt: above }, deletedAt }, WHOLE)
        .sort({ noteNo: 1 })
        .limit(limit)
        .lean<Trashed[]>()
    },
    /** Notes that the author has deleted or is deleting. */
    async findOwnedNos(authorNo: number, noteNos: readonly number[]): Promise<Set<number>> {
      if (noteNos.length === 0) return new Set()
      const found = await trash
        .find({ authorNo, noteNo: { $in: [...noteNos] } }, { _id: 0, noteNo: 1 })
        .lean()
      return new Set(found.map(({ noteNo }) => noteNo))
    },
    /** Reserves the note for a restore. Null if it was deleted again since, or is being restored. */
    async claim(noteNo: number, deletedAt: Date, now: Date): Promise<Trashed | null> {
      return trash
        .findOneAndUpdate(
          { noteNo, deletedAt, $or: free(now) },
          { $set: { claimedAt: now } },
          { returnDocument: 'after', projection: WHOLE },
        )
        .lean<Trashed>()
    },
    /** Of several notes those that can be reserved. */
    async claimAll(notes: readonly Trashed[], now: Date): Promise<Trashed[]> {
      const claims = notes.map(({ noteNo, deletedAt, version }) => ({
        collection: 'trash',
        filter: { noteNo, deletedAt, version, $or: free(now) },
        update: { $set: { claimedAt: now } },
      }))
      const { found } = await bulkWriteAll(connection, claims)
      return notes.filter((_, index) => found(claims[index] as (typeof claims)[number]))
    },
    /** Whether one of the notes that could not be reserved is still there: for another restore, or one that failed. */
    async isReserved(notes: readonly Pick<Trashed, 'noteNo' | 'deletedAt'>[]): Promise<boolean> {
      const $or = notes.map(({ noteNo, deletedAt }) => ({ noteNo, deletedAt }))
      return $or.length > 0 && (await trash.exists({ $or })) !== null
    },
    /** Cancels a restore. */
    async releaseClaim(noteNos: readonly number[], claimedAt: Date): Promise<void> {
      await trash.updateMany({ noteNo: { $in: [...noteNos] }, claimedAt }, { $unset: { claimedAt: 1 } })
    },
    /** Unless they were deleted again since. */
    async removeClaimed(noteNos: readonly number[], claimedAt: Date): Promise<void> {
      await trash.deleteMany({ noteNo: { $in: [...noteNos] }, claimedAt })
    },
    /** Hides the notes; the next cleanup deletes them. */
    async expire(authorNo: number, noteNos: readonly number[] | 'all'): Promise<void> {
      const filter = noteNos === 'all' ? {} : { noteNo: { $in: [...noteNos] } }
      await trash.updateMany({ ...inTrash(authorNo, LONG_AGO), ...filter }, { $set: { deletedAt: LONG_AGO } })
    },
    async findExpired(before: Date, limit: number): Promise<ExpiredNote[]> {
      return trash
        .find({ deletedAt: { $lte: before } }, { _id: 0, noteNo: 1, deletedAt: 1, series: 1 })
        .limit(limit)
        .lean<ExpiredNote[]>()
    },
    /** The parts that were deleted with the first one, in order. */
    async findPartsWith(headNo: number): Promise<TrashedPart[]> {
      return trash.find({ withHeadNo: headNo }, WHOLE).sort(IN_ORDER).lean<TrashedPart[]>()
    },
    /** By first part, without that. */
    async countPartsWith(headNos: readonly number[]): Promise<Map<number, PartSum>> {
      if (headNos.length === 0) return new Map()
      const found = await trash.aggregate<PartSum & { _id: number }>([
        { $match: { withHeadNo: { $in: [...headNos] } } },
        { $group: { _id: '$withHeadNo', partCount: { $sum: 1 }, length: { $sum: '$textLength' } } },
      ])
      return new Map(found.map(({ _id, partCount, length }) => [_id, { partCount, length }]))
    },
    /** Unless it was deleted again since. */
    async removePart({ noteNo, version, withHeadNo }: TrashedPart): Promise<void> {
      await trash.deleteOne({ noteNo, version, withHeadNo: withHeadNo ?? null })
    },
    async removePartsWith(headNo: number): Promise<void> {
      await trash.deleteMany({ withHeadNo: headNo })
    },
    /** Unless it was deleted again since. */
    async remove(noteNo: number, deletedAt: Date): Promise<void> {
      await trash.deleteOne({ noteNo, deletedAt })
    },
    /** A cursor over deleted notes, oldest first; never loads all of them. */
    streamByAuthor(authorNo: number, since: Date): AsyncIterable<Trashed> {
      return trash
        .find(inTrash(authorNo, since), WHOLE)
        .sort({ deletedAt: 1, noteNo: 1 })
        .lean<Trashed[]>()
        .cursor({ batchSize: 100 })
    },
    async numbersOf(authorNo: number): Promise<number[]> {
      return (await trash.find({ authorNo }, { _id: 0, noteNo: 1 }).lean()).map(({ noteNo }) => noteNo)
    },
    async deleteByUser(authorNo: number): Promise<void> {
      await trash.deleteMany({ authorNo })
    },
  }
}
