import type { Connection } from 'mongoose'
import type { AuditKind } from '#protocol/administration.ts'
import { AUDIT_LOG_MS } from '#protocol/limits.ts'
import { COLLECTIONS } from '#server/platform/mongo/collections.ts'
import { defineSchema } from '#server/platform/mongo/schema.ts'
import type { Range } from '#server/platform/paging.ts'

/** An action of an administrator. It contains numbers only, no user-written text. */
export interface AuditEntry {
  kind: AuditKind
  at: Date
  /** Absent once the administrator's account is deleted. */
  byNo?: number
  /** The affected user. */
  aboutNo?: number
  /** Number of the report, suggestion or notice. */
  thingNo?: number
}

const schema = defineSchema<AuditEntry>(COLLECTIONS.auditLog, {
  kind: String,
  at: Date,
  byNo: Number,
  aboutNo: Number,
  thingNo: Number,
})
// MongoDB's TTL monitor deletes expired documents; the embedded engine has none, so `cleanUp` deletes them as well.
schema.index({ at: 1 }, { expireAfterSeconds: AUDIT_LOG_MS / 1000 })
schema.index({ byNo: 1 }, { sparse: true })
schema.index({ aboutNo: 1 }, { sparse: true })

/** Settled reports about an administrator are visible to the other administrators only. */
const hiddenFrom = (readerNo: number) => ({ aboutNo: readerNo, kind: 'settledReport' as const })

export function createAuditLogRepository(connection: Connection) {
  const auditLog = connection.model('AuditEntry', schema)
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
    /** Newest first. */
    async findPageFor(readerNo: number, { skip, limit }: Range): Promise<AuditEntry[]> {
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
    /** Deletes entries about the user, and removes the user from entries of their own actions. */
    async removeUser(userNo: number): Promise<void> {
      await auditLog.deleteMany({ aboutNo: userNo })
      await auditLog.updateMany({ byNo: userNo }, { $unset: { byNo: 1 } })
    },
  }
}
