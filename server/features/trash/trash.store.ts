import type { Connection } from 'mongoose'
import { pictureIdsOf, type WithPictureIds } from '#server/features/notePictures/pictureReferences.ts'
import type { NoteRecord } from '#server/features/notes/notes.store.ts'
import { bulkWriteAll } from '#server/platform/mongo/bulkWriteAll.ts'
import { defineSchema } from '#server/platform/mongo/schema.ts'
import type { Range } from '#server/platform/page.ts'

/** Where a note was shared when it was deleted. */
export interface EndedShare {
  hubNo: number
  sharedAt: Date
  /** For whom it was not unread. */
  seenBy: number[]
}

/** A deleted note. Its history and its threads stay where they are until it is gone for good. */
export interface TrashRecord extends Omit<NoteRecord, 'requestKey' | 'sitting'> {
  subjectTitle: string
  shares: EndedShare[]
  keptAt: Date
  /** Absent until it has left its topic: until then it is not in the trash yet. */
  deletedAt?: Date
  /** When somebody began to restore it: for a while nobody else does. */
  claimedAt?: Date
}
export type Trashed = TrashRecord & { deletedAt: Date }
/** How many notes of a topic are in the trash. */
export interface TopicInTrash {
  topicNo: number
  noteCount: number
}
export type TrashSummary = Omit<TrashRecord, 'text' | 'shares' | 'keptAt' | 'claimedAt'> & { deletedAt: Date }

const WHOLE = { _id: 0, pictureIds: 0 } as const
const SUMMARY = { ...WHOLE, text: 0, shares: 0, keptAt: 0, claimedAt: 0 } as const
/** Whoever has not restored it by then has died. */
const CLAIMED_MS = 60_000
/** Before anything was deleted: what is emptied by hand is as what has been here for too long. */
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
  shares: [{ hubNo: Number, sharedAt: Date, seenBy: [Number] }],
  keptAt: Date,
  deletedAt: Date,
  claimedAt: Date,
  pictureIds: [String],
})
schema.index({ noteNo: 1 }, { unique: true })
schema.index({ authorNo: 1, deletedAt: -1, noteNo: -1 })
schema.index({ authorNo: 1, subjectNo: 1, noteNo: 1, deletedAt: 1 })
schema.index({ deletedAt: 1, keptAt: 1 })
schema.index({ pictureIds: 1, authorNo: 1 }, { partialFilterExpression: { pictureIds: { $exists: true } } })

export function createTrashStore(connection: Connection) {
  const trash = connection.model('Trash', schema)
  const inTrash = (authorNo: number, since: Date) => ({ authorNo, deletedAt: { $gt: since } })
  const free = (now: Date) => [
    { claimedAt: { $exists: false } },
    { claimedAt: { $lte: new Date(now.getTime() - CLAIMED_MS) } },
  ]
  return {
    /** Keeps a note that is about to be deleted, as it is now; of one deletion that is repeated, the shares of the first time. */
    async keep({ shares, ...note }: Omit<TrashRecord, 'deletedAt'>): Promise<void> {
      const isRepeated = { $and: [{ $isArray: '$shares' }, { $eq: [{ $type: '$deletedAt' }, 'missing'] }] }
      const kept = { shares: { $cond: [isRepeated, '$shares', { $literal: shares }] } }
      await trash.updateOne(
        { noteNo: note.noteNo },
        [
          {
            $replaceWith: {
              $mergeObjects: ['$$ROOT', { $literal: { ...note, ...pictureIdsOf(note.text) } }, kept],
            },
          },
          { $unset: ['deletedAt', 'claimedAt'] },
        ],
        { upsert: true, updatePipeline: true },
      )
    },
    /** The note has left its topic. Safe to repeat. */
    async settle(noteNo: number, now: Date): Promise<void> {
      await trash.updateOne({ noteNo, deletedAt: { $exists: false } }, { $set: { deletedAt: now } })
    },
    /** Kept before `before`, and not settled since. */
    async unsettled(before: Date): Promise<number[]> {
      const found = await trash
        .find({ deletedAt: null, keptAt: { $lt: before } }, { _id: 0, noteNo: 1 })
        .lean()
      return found.map(({ noteNo }) => noteNo)
    },
    /** Those deleted after `since`, the last deleted first. */
    async pageOf(
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
    /** Those of an author's that were deleted after `since`; what is not among them is absent. */
    async byNos(authorNo: number, noteNos: readonly number[], since: Date): Promise<Trashed[]> {
      return trash
        .find({ ...inTrash(authorNo, since), noteNo: { $in: [...noteNos] } }, WHOLE)
        .lean<Trashed[]>()
    },
    /** How many of each topic, of some, an author has deleted after `since`; a topic without any is absent. */
    async countIn(authorNo: number, topicNos: readonly number[], since: Date): Promise<TopicInTrash[]> {
      if (topicNos.length === 0) return []
      return trash.aggregate<TopicInTrash>([
        { $match: { ...inTrash(authorNo, since), subjectNo: { $in: [...new Set(topicNos)] } } },
        { $group: { _id: '$subjectNo', noteCount: { $sum: 1 } } },
        { $project: { _id: 0, topicNo: '$_id', noteCount: 1 } },
      ])
    },
    /** Of an author's that were deleted from a topic after `since` the last; null when there is none. */
    async lastOf(authorNo: number, subjectNo: number, since: Date): Promise<TrashSummary | null> {
      return trash
        .findOne({ ...inTrash(authorNo, since), subjectNo }, SUMMARY)
        .sort({ deletedAt: -1, noteNo: -1 })
        .lean<TrashSummary>()
    },
    /** Likewise the first ones above a number, by their numbers. */
    async nextOf(
      authorNo: number,
      { subjectNo, since, above }: { subjectNo: number; since: Date; above: number },
      limit: number,
    ): Promise<Trashed[]> {
      return trash
        .find({ ...inTrash(authorNo, since), subjectNo, noteNo: { $gt: above } }, WHOLE)
        .sort({ noteNo: 1 })
        .limit(limit)
        .lean<Trashed[]>()
    },
    /** Which of these an author has deleted, or is deleting now. */
    async heldBy(authorNo: number, noteNos: readonly number[]): Promise<Set<number>> {
      if (noteNos.length === 0) return new Set()
      const found = await trash
        .find({ authorNo, noteNo: { $in: [...noteNos] } }, { _id: 0, noteNo: 1 })
        .lean()
      return new Set(found.map(({ noteNo }) => noteNo))
    },
    /** For one who restores it, as it is now. Null when it was deleted another time since, or somebody else restores it. */
    async claim(noteNo: number, deletedAt: Date, now: Date): Promise<Trashed | null> {
      return trash
        .findOneAndUpdate(
          { noteNo, deletedAt, $or: free(now) },
          { $set: { claimedAt: now } },
          { returnDocument: 'after', projection: WHOLE },
        )
        .lean<Trashed>()
    },
    /** Those of several, as they were read, that are there to be restored. */
    async claimAll(notes: readonly Trashed[], now: Date): Promise<Trashed[]> {
      const claims = notes.map(({ noteNo, deletedAt, version }) => ({
        collection: 'trash',
        filter: { noteNo, deletedAt, version, $or: free(now) },
        update: { $set: { claimedAt: now } },
      }))
      const { found } = await bulkWriteAll(connection, claims)
      return notes.filter((_, place) => found(claims[place] as (typeof claims)[number]))
    },
    /** Nobody restores them after all. */
    async unclaim(noteNos: readonly number[], claimedAt: Date): Promise<void> {
      await trash.updateMany({ noteNo: { $in: [...noteNos] }, claimedAt }, { $unset: { claimedAt: 1 } })
    },
    /** Those that were claimed then, unless they were deleted another time since. */
    async removeClaimed(noteNos: readonly number[], claimedAt: Date): Promise<void> {
      await trash.deleteMany({ noteNo: { $in: [...noteNos] }, claimedAt })
    },
    /** Nobody finds them any more; they are removed with what has been here for too long. */
    async giveUp(authorNo: number, noteNos: readonly number[] | 'all'): Promise<void> {
      const which = noteNos === 'all' ? {} : { noteNo: { $in: [...noteNos] } }
      await trash.updateMany({ ...inTrash(authorNo, LONG_AGO), ...which }, { $set: { deletedAt: LONG_AGO } })
    },
    async expired(before: Date, limit: number): Promise<{ noteNo: number; deletedAt: Date }[]> {
      return trash
        .find({ deletedAt: { $lte: before } }, { _id: 0, noteNo: 1, deletedAt: 1 })
        .limit(limit)
        .lean<{ noteNo: number; deletedAt: Date }[]>()
    },
    /** Unless it was deleted another time since. */
    async remove(noteNo: number, deletedAt: Date): Promise<void> {
      await trash.deleteOne({ noteNo, deletedAt })
    },
    /** An author's deleted notes one by one, the oldest first: never all of them in memory. */
    ofAuthor(authorNo: number, since: Date): AsyncIterable<Trashed> {
      return trash
        .find(inTrash(authorNo, since), WHOLE)
        .sort({ deletedAt: 1, noteNo: 1 })
        .lean<Trashed[]>()
        .cursor({ batchSize: 100 })
    },
    async numbersOf(authorNo: number): Promise<number[]> {
      return (await trash.find({ authorNo }, { _id: 0, noteNo: 1 }).lean()).map(({ noteNo }) => noteNo)
    },
    async deleteOf(authorNo: number): Promise<void> {
      await trash.deleteMany({ authorNo })
    },
  }
}

export type TrashStore = ReturnType<typeof createTrashStore>
