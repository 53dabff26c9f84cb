import type { Connection } from 'mongoose'
import type { ReactionView } from '#protocol/reactions.ts'
import { COLLECTIONS } from '#server/platform/mongo/collections.ts'
import { bulkWriteAll, isDuplicateInBulkWrite, type Write } from '#server/platform/mongo/queries.ts'
import { defineSchema } from '#server/platform/mongo/schema.ts'

/** What a user can react to. */
export interface ReactionSubject {
  hubNo: number
  noteNo: number
  /** NOTE_ITSELF for the note as shared in the hub. */
  commentNo: number
}

/** Belongs to the note in the hub, not to a share: sharing again brings it back. */
export interface ReactionRecord extends ReactionSubject {
  userNo: number
  since: Date
}

const schema = defineSchema<ReactionRecord>(COLLECTIONS.reactions, {
  hubNo: Number,
  noteNo: Number,
  commentNo: Number,
  userNo: Number,
  since: Date,
})
schema.index({ hubNo: 1, noteNo: 1, commentNo: 1, userNo: 1 }, { unique: true })
schema.index({ noteNo: 1 })
schema.index({ userNo: 1, hubNo: 1, noteNo: 1, commentNo: 1 })

/** Groups reactions by comment for views; in a fixed order, because ETags depend on it. */
export const GROUPED_REACTIONS = [
  { $sort: { since: 1, userNo: 1 } },
  { $group: { _id: '$commentNo', userNos: { $push: '$userNo' } } },
  { $sort: { _id: 1 } },
  { $project: { _id: 0, commentNo: '$_id', userNos: 1 } },
] as const

export function createReactionRepository(connection: Connection) {
  const reactions = connection.model('Reaction', schema)
  return {
    /** Date of the reaction, or null. */
    async findDate({
      hubNo,
      noteNo,
      commentNo,
      userNo,
    }: Omit<ReactionRecord, 'since'>): Promise<Date | null> {
      const found = await reactions.findOne({ hubNo, noteNo, commentNo, userNo }, { _id: 0, since: 1 }).lean()
      return found?.since ?? null
    },
    /**
     * Idempotent.
     * @param news notification writes for the same command.
     */
    async add({ since, ...reaction }: ReactionRecord, news: readonly Write[] = []): Promise<void> {
      const insertion = {
        collection: COLLECTIONS.reactions,
        filter: reaction,
        update: { $setOnInsert: { since } },
        upsert: true,
      }
      try {
        await bulkWriteAll(connection, [insertion, ...news])
      } catch (error) {
        // Another device has added it meanwhile.
        if (!isDuplicateInBulkWrite(error)) throw error
      }
    },
    /** Idempotent. */
    async remove({ hubNo, noteNo, commentNo, userNo }: Omit<ReactionRecord, 'since'>): Promise<void> {
      await reactions.deleteOne({ hubNo, noteNo, commentNo, userNo })
    },
    /** Oldest reaction first. */
    async findBySubject({ hubNo, noteNo, commentNo }: ReactionSubject): Promise<ReactionView> {
      const found = await reactions
        .find({ hubNo, noteNo, commentNo }, { _id: 0, userNo: 1 })
        .sort({ since: 1, userNo: 1 })
        .lean()
      return { commentNo, userNos: found.map(({ userNo }) => userNo) }
    },
    async findByUser(userNo: number): Promise<ReactionRecord[]> {
      return reactions
        .find({ userNo }, { _id: 0 })
        .sort({ hubNo: 1, noteNo: 1, commentNo: 1 })
        .lean<ReactionRecord[]>()
    },
    async deleteByComment({ hubNo, noteNo, commentNo }: ReactionSubject): Promise<void> {
      await reactions.deleteMany({ hubNo, noteNo, commentNo })
    },
    async deleteByHub(hubNo: number): Promise<void> {
      await reactions.deleteMany({ hubNo })
    },
    async deleteByNotes(noteNos: readonly number[]): Promise<void> {
      await reactions.deleteMany({ noteNo: { $in: [...noteNos] } })
    },
  }
}
