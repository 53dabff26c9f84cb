import { randomUUID } from 'node:crypto'
import type { Connection } from 'mongoose'
import { defineSchema } from '#server/platform/mongo/schema.ts'

/** That somebody is to be told of what is new since a time. Of what, is read when it is told: nothing of it lies here. */
interface PushJob {
  userNo: number
  since: Date
  dueAt: Date
  /** Empty until a node has taken it; drawn by lot from then on. */
  taken: string
}

export const DUE_PUSHES = 'duePushes'

/** How long one who took it is left alone with it. */
const TAKEN_MS = 60_000

const schema = defineSchema<PushJob>(DUE_PUSHES, { userNo: Number, since: Date, dueAt: Date, taken: String })
// What happens while it is being told is due by itself.
schema.index({ userNo: 1, taken: 1 }, { unique: true })
schema.index({ dueAt: 1 })

export function createDuePushStore(connection: Connection) {
  const due = connection.model('DuePush', schema)
  return {
    /** The one that has waited longest, for this node alone: also one that another node took and did not finish. */
    async take(now: Date): Promise<PushJob | null> {
      return due
        .findOneAndUpdate(
          { dueAt: { $lte: now } },
          { $set: { taken: randomUUID(), dueAt: new Date(now.getTime() + TAKEN_MS) } },
          { sort: { dueAt: 1 }, returnDocument: 'after', projection: { _id: 0 } },
        )
        .lean<PushJob>()
    },
    async finish({ userNo, taken }: PushJob): Promise<void> {
      await due.deleteOne({ userNo, taken })
    },
    async deleteOf(userNo: number): Promise<void> {
      await due.deleteMany({ userNo })
    },
  }
}

export type DuePushStore = ReturnType<typeof createDuePushStore>
