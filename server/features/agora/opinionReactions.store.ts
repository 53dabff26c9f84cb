import type { Connection } from 'mongoose'
import type { OpinionReactionView } from '#protocol/agora.ts'
import { duplicateFields } from '#server/platform/mongo/errors.ts'
import { defineSchema } from '#server/platform/mongo/schema.ts'

/** Who empathizes with which suggestion. */
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

/** How many there are is counted each time: what is told never depends on a counter that could get out of step. */
export function createOpinionReactionStore(connection: Connection) {
  const reactions = connection.model('OpinionEmpathy', schema)
  return {
    /** Safe to repeat. */
    async add({ since, ...reaction }: OpinionReactionRecord): Promise<void> {
      try {
        await reactions.updateOne(reaction, { $setOnInsert: { since } }, { upsert: true })
      } catch (error) {
        // Another device did the same in the same moment.
        if (duplicateFields(error) === null) throw error
      }
    },
    /** Safe to repeat. */
    async remove({ suggestionNo, userNo }: Reaction): Promise<void> {
      await reactions.deleteOne({ suggestionNo, userNo })
    },
    async countOf(suggestionNo: number): Promise<number> {
      return reactions.countDocuments({ suggestionNo })
    },
    /** Of those with which anybody empathizes. `userNo`: of whom it is told whether they do; null: of nobody. */
    async among(suggestionNos: readonly number[], userNo: number | null): Promise<OpinionReactionView[]> {
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
    async ofUser(userNo: number): Promise<OpinionReactionRecord[]> {
      return reactions.find({ userNo }, { _id: 0 }).sort({ suggestionNo: 1 }).lean<OpinionReactionRecord[]>()
    },
    async deleteOfSuggestion(suggestionNo: number): Promise<void> {
      await reactions.deleteMany({ suggestionNo })
    },
  }
}

export type OpinionReactionStore = ReturnType<typeof createOpinionReactionStore>
