import { randomUUID } from 'node:crypto'
import type { Connection } from 'mongoose'
import { defineSchema } from '#server/platform/mongo/schema.ts'

/** A pending push for what is new to a user since a time. The contents are read when it is sent. */
interface PushJob {
  userNo: number
  since: Date
  dueAt: Date
  /** Lease id; empty until a node has claimed the job. */
  taken: string
}

export const DUE_PUSHES = 'duePushes'

/** Duration of a lease. */
const LEASE_MS = 60_000

const schema = defineSchema<PushJob>(DUE_PUSHES, { userNo: Number, since: Date, dueAt: Date, taken: String })
// Events while a push is being sent make a job of their own.
schema.index({ userNo: 1, taken: 1 }, { unique: true })
schema.index({ dueAt: 1 })

export function createPushQueueRepository(connection: Connection) {
  const due = connection.model('DuePush', schema)
  return {
    /** Leases the oldest job to this node, including jobs whose lease has expired. */
    async lease(now: Date): Promise<PushJob | null> {
      return due
        .findOneAndUpdate(
          { dueAt: { $lte: now } },
          { $set: { taken: randomUUID(), dueAt: new Date(now.getTime() + LEASE_MS) } },
          { sort: { dueAt: 1 }, returnDocument: 'after', projection: { _id: 0 } },
        )
        .lean<PushJob>()
    },
    async finish({ userNo, taken }: PushJob): Promise<void> {
      await due.deleteOne({ userNo, taken })
    },
    async deleteByUser(userNo: number): Promise<void> {
      await due.deleteMany({ userNo })
    },
  }
}

export type PushQueueRepository = ReturnType<typeof createPushQueueRepository>
