import type { Connection } from 'mongoose'
import type { AuditKind } from '#protocol/audit.ts'
import { AUDIT_LOG_MS } from '#protocol/limits.ts'
import { defineSchema } from '#server/platform/mongo/schema.ts'
import type { Range } from '#server/platform/page.ts'

/** What an administrator did. It holds numbers alone, and no text that anybody wrote. */
export interface AuditEntry {
  kind: AuditKind
  at: Date
  /** Absent once their account is gone. */
  byNo?: number
  /** To whom it was done. */
  aboutNo?: number
  /** Of the report, the opinion or the notice. */
  thingNo?: number
}

const schema = defineSchema<AuditEntry>('deeds', {
  kind: String,
  at: Date,
  byNo: Number,
  aboutNo: Number,
  thingNo: Number,
})
// A server with a TTL monitor sweeps by itself; the embedded engine has none, so `cleanUp` does it, too.
schema.index({ at: 1 }, { expireAfterSeconds: AUDIT_LOG_MS / 1000 })
schema.index({ byNo: 1 }, { sparse: true })
schema.index({ aboutNo: 1 }, { sparse: true })

/** Who reported an administrator is told to the other ones alone, and so is that somebody did. */
const hiddenFrom = (readerNo: number) => ({ aboutNo: readerNo, kind: 'settledReport' as const })

export function createAuditLogStore(connection: Connection) {
  const auditLog = connection.model('Deed', schema)
  return {
    async add(entry: AuditEntry): Promise<void> {
      await auditLog.create(entry)
    },
    async countFor(readerNo: number): Promise<number> {
      const [all, hidden] = await Promise.all([
        auditLog.estimatedDocumentCount(),
        auditLog.countDocuments(hiddenFrom(readerNo)),
      ])
      return all - hidden
    },
    /** The last first. */
    async pageFor(readerNo: number, { skip, limit }: Range): Promise<AuditEntry[]> {
      return auditLog
        .find({ $nor: [hiddenFrom(readerNo)] }, { _id: 0 })
        .sort({ at: -1 })
        .hint({ at: 1 })
        .skip(skip)
        .limit(limit)
        .lean<AuditEntry[]>()
    },
    async cleanUp(now: Date): Promise<void> {
      await auditLog.deleteMany({ at: { $lte: new Date(now.getTime() - AUDIT_LOG_MS) } })
    },
    /** What was done to somebody goes with their account; of what they did it is forgotten whose deed it was. */
    async forget(userNo: number): Promise<void> {
      await auditLog.deleteMany({ aboutNo: userNo })
      await auditLog.updateMany({ byNo: userNo }, { $unset: { byNo: 1 } })
    },
  }
}

export type AuditLogStore = ReturnType<typeof createAuditLogStore>
