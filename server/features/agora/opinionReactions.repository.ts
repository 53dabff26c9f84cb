import type { Connection } from 'mongoose'
import type { OpinionReactionView } from '#protocol/agora.ts'
import { duplicateFields } from '#server/platform/mongo/errors.ts'
import { defineSchema } from '#server/platform/mongo/schema.ts'

/** A reaction of a user to a suggestion. */
interface OpinionReactionRecord {
  suggestionNo: number
  userNo: number
  since: Date
}
type Reaction = Omit<OpinionReactionRecord, 'since'>

const schema = defineSchema<OpinionReactionRecord>('opinionEmpathies', {
  suggestionNo: Number,
  userNo: Number,
  since: Date,
})
schema.index({ suggestionNo: 1, userNo: 1 }, { unique: true })
schema.index({ userNo: 1, suggestionNo: 1 })

/** Reactions are counted on each read, so that a published count cannot drift. */
export function createOpinionReactionRepository(connection: Connection) {
  const reactions = connection.model('OpinionEmpathy', schema)
  return {
    /** Idempotent. */
    async add({ since, ...reaction }: OpinionReactionRecord): Promise<void> {
      try {
        await reactions.updateOne(reaction, { $setOnInsert: { since } }, { upsert: true })
      } catch (error) {
        // Another device has added it meanwhile.
        if (duplicateFields(error) === null) throw error
      }
    },
    /** Idempotent. */
    async remove({ suggestionNo, userNo }: Reaction): Promise<void> {
      await reactions.deleteOne({ suggestionNo, userNo })
    },
    async countBySuggestion(suggestionNo: number): Promise<number> {
      return reactions.countDocuments({ suggestionNo })
    },
    /** Suggestions without reactions are absent. `userNo` is the viewer whose own reaction is reported, or null. */
    async findBySuggestions(
      suggestionNos: readonly number[],
      userNo: number | null,
    ): Promise<OpinionReactionView[]> {
      if (suggestionNos.length === 0) return []
      return reactions.aggregate<OpinionReactionView>([
        { $match: { suggestionNo: { $in: [...suggestionNos] } } },
        {
          $group: {
            _id: '$suggestionNo',
            count: { $sum: 1 },
            isMine: { $max: { $eq: ['$userNo', userNo] } },
          },
        },
        { $project: { _id: 0, suggestionNo: '$_id', count: 1, isMine: 1 } },
      ])
    },
    async findByUser(userNo: number): Promise<OpinionReactionRecord[]> {
      return reactions.find({ userNo }, { _id: 0 }).sort({ suggestionNo: 1 }).lean<OpinionReactionRecord[]>()
    },
    async deleteBySuggestion(suggestionNo: number): Promise<void> {
      await reactions.deleteMany({ suggestionNo })
    },
  }
}

export type OpinionReactionRepository = ReturnType<typeof createOpinionReactionRepository>
