import type { Connection } from 'mongoose'
import type { ReactionView } from '#protocol/reactions.ts'
import { bulkWriteAll, type Write } from '#server/platform/mongo/bulkWriteAll.ts'
import { endedAtDuplicate } from '#server/platform/mongo/errors.ts'
import { defineSchema } from '#server/platform/mongo/schema.ts'

/** With what somebody can empathize. */
export interface ReactionSubject {
  hubNo: number
  noteNo: number
  /** NOTE_ITSELF: the note, as it is shared in the hub. */
  commentNo: number
}

/** It hangs on the note in the hub, not on a share: sharing again brings it back. */
export interface ReactionRecord extends ReactionSubject {
  userNo: number
  since: Date
}

const REACTIONS = 'empathies'

const schema = defineSchema<ReactionRecord>(REACTIONS, {
  hubNo: Number,
  noteNo: Number,
  commentNo: Number,
  userNo: Number,
  since: Date,
})
schema.index({ hubNo: 1, noteNo: 1, commentNo: 1, userNo: 1 }, { unique: true })
schema.index({ noteNo: 1 })
schema.index({ userNo: 1, hubNo: 1, noteNo: 1, commentNo: 1 })

/** Of found records, by comment: what a view tells. */
export const GROUPED_REACTIONS = [
  { $sort: { since: 1, userNo: 1 } },
  { $group: { _id: '$commentNo', userNos: { $push: '$userNo' } } },
  { $project: { _id: 0, commentNo: '$_id', userNos: 1 } },
] as const

export function createReactionStore(connection: Connection) {
  const reactions = connection.model('Empathy', schema)
  return {
    /** Since when somebody does; null when they do not. */
    async sinceOf({ hubNo, noteNo, commentNo, userNo }: Omit<ReactionRecord, 'since'>): Promise<Date | null> {
      const found = await reactions.findOne({ hubNo, noteNo, commentNo, userNo }, { _id: 0, since: 1 }).lean()
      return found?.since ?? null
    },
    /**
     * Safe to repeat.
     * @param news what tells of it, saved in the same moment.
     */
    async add({ since, ...reaction }: ReactionRecord, news: readonly Write[] = []): Promise<void> {
      const adding = {
        collection: REACTIONS,
        filter: reaction,
        update: { $setOnInsert: { since } },
        upsert: true,
      }
      try {
        await bulkWriteAll(connection, [adding, ...news])
      } catch (error) {
        // Another device did the same in the same moment.
        if (!endedAtDuplicate(error)) throw error
      }
    },
    /** Safe to repeat. */
    async remove({ hubNo, noteNo, commentNo, userNo }: Omit<ReactionRecord, 'since'>): Promise<void> {
      await reactions.deleteOne({ hubNo, noteNo, commentNo, userNo })
    },
    /** Those who did so first stand first. */
    async with({ hubNo, noteNo, commentNo }: ReactionSubject): Promise<ReactionView> {
      const found = await reactions
        .find({ hubNo, noteNo, commentNo }, { _id: 0, userNo: 1 })
        .sort({ since: 1, userNo: 1 })
        .lean()
      return { commentNo, userNos: found.map(({ userNo }) => userNo) }
    },
    async ofUser(userNo: number): Promise<ReactionRecord[]> {
      return reactions
        .find({ userNo }, { _id: 0 })
        .sort({ hubNo: 1, noteNo: 1, commentNo: 1 })
        .lean<ReactionRecord[]>()
    },
    async deleteOfComment({ hubNo, noteNo, commentNo }: ReactionSubject): Promise<void> {
      await reactions.deleteMany({ hubNo, noteNo, commentNo })
    },
    async deleteOfHub(hubNo: number): Promise<void> {
      await reactions.deleteMany({ hubNo })
    },
    async deleteOfNotes(noteNos: readonly number[]): Promise<void> {
      await reactions.deleteMany({ noteNo: { $in: [...noteNos] } })
    },
  }
}

export type ReactionStore = ReturnType<typeof createReactionStore>
