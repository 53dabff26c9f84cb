import type { Connection } from 'mongoose'
import type { DeedKind } from '#protocol/deeds.ts'
import { DEEDS_MS } from '#protocol/limits.ts'
import { defineSchema } from '#server/platform/mongo/schema.ts'
import type { Range } from '#server/platform/page.ts'

/** What an administrator did. It holds numbers alone, and no text that anybody wrote. */
export interface DeedRecord {
  kind: DeedKind
  at: Date
  /** Absent once their account is gone. */
  byNo?: number
  /** To whom it was done. */
  aboutNo?: number
  /** Of the report, the opinion or the notice. */
  thingNo?: number
}

const schema = defineSchema<DeedRecord>('deeds', {
  kind: String,
  at: Date,
  byNo: Number,
  aboutNo: Number,
  thingNo: Number,
})
// A server with a TTL monitor sweeps by itself; the embedded engine has none, so `sweep` does it, too.
schema.index({ at: 1 }, { expireAfterSeconds: DEEDS_MS / 1000 })
schema.index({ byNo: 1 }, { sparse: true })
schema.index({ aboutNo: 1 }, { sparse: true })

/** Who reported an administrator is told to the other ones alone, and so is that somebody did. */
const hiddenFrom = (readerNo: number) => ({ aboutNo: readerNo, kind: 'settledReport' as const })

export function createDeedStore(connection: Connection) {
  const deeds = connection.model('Deed', schema)
  return {
    async add(deed: DeedRecord): Promise<void> {
      await deeds.create(deed)
    },
    async countFor(readerNo: number): Promise<number> {
      const [all, hidden] = await Promise.all([
        deeds.estimatedDocumentCount(),
        deeds.countDocuments(hiddenFrom(readerNo)),
      ])
      return all - hidden
    },
    /** The last first. */
    async pageFor(readerNo: number, { skip, limit }: Range): Promise<DeedRecord[]> {
      return deeds
        .find({ $nor: [hiddenFrom(readerNo)] }, { _id: 0 })
        .sort({ at: -1 })
        .hint({ at: 1 })
        .skip(skip)
        .limit(limit)
        .lean<DeedRecord[]>()
    },
    async sweep(now: Date): Promise<void> {
      await deeds.deleteMany({ at: { $lte: new Date(now.getTime() - DEEDS_MS) } })
    },
    /** What was done to somebody goes with their account; of what they did it is forgotten whose deed it was. */
    async forget(userNo: number): Promise<void> {
      await deeds.deleteMany({ aboutNo: userNo })
      await deeds.updateMany({ byNo: userNo }, { $unset: { byNo: 1 } })
    },
  }
}

export type DeedStore = ReturnType<typeof createDeedStore>
