import type { Connection } from 'mongoose'
import type { OpinionEmpathyView } from '#protocol/agora.ts'
import { duplicateFields } from '#server/platform/mongo/errors.ts'
import { defineSchema } from '#server/platform/mongo/schema.ts'

/** Who empathizes with which suggestion. */
interface OpinionEmpathyRecord {
  suggestionNo: number
  userNo: number
  since: Date
}
type Empathy = Omit<OpinionEmpathyRecord, 'since'>

const schema = defineSchema<OpinionEmpathyRecord>('opinionEmpathies', {
  suggestionNo: Number,
  userNo: Number,
  since: Date,
})
schema.index({ suggestionNo: 1, userNo: 1 }, { unique: true })
schema.index({ userNo: 1, suggestionNo: 1 })

/** How many there are is counted each time: what is told never depends on a counter that could get out of step. */
export function createOpinionEmpathyStore(connection: Connection) {
  const empathies = connection.model('OpinionEmpathy', schema)
  return {
    /** Safe to repeat. */
    async add({ since, ...empathy }: OpinionEmpathyRecord): Promise<void> {
      try {
        await empathies.updateOne(empathy, { $setOnInsert: { since } }, { upsert: true })
      } catch (error) {
        // Another device did the same in the same moment.
        if (duplicateFields(error) === null) throw error
      }
    },
    /** Safe to repeat. */
    async remove({ suggestionNo, userNo }: Empathy): Promise<void> {
      await empathies.deleteOne({ suggestionNo, userNo })
    },
    async countOf(suggestionNo: number): Promise<number> {
      return empathies.countDocuments({ suggestionNo })
    },
    /** Of those with which anybody empathizes. `userNo`: of whom it is told whether they do; null: of nobody. */
    async among(suggestionNos: readonly number[], userNo: number | null): Promise<OpinionEmpathyView[]> {
      if (suggestionNos.length === 0) return []
      return empathies.aggregate<OpinionEmpathyView>([
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
    async ofUser(userNo: number): Promise<OpinionEmpathyRecord[]> {
      return empathies.find({ userNo }, { _id: 0 }).sort({ suggestionNo: 1 }).lean<OpinionEmpathyRecord[]>()
    },
    async deleteOfSuggestion(suggestionNo: number): Promise<void> {
      await empathies.deleteMany({ suggestionNo })
    },
  }
}

export type OpinionEmpathyStore = ReturnType<typeof createOpinionEmpathyStore>
