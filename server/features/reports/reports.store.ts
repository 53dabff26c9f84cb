import type { Connection } from 'mongoose'
import { REPORT_MS } from '#protocol/limits.ts'
import type { reportKinds } from '#protocol/reports.ts'
import { defineSchema } from '#server/platform/mongo/schema.ts'

/** What somebody told the administrators of. It names no room and no note: the copy is all there is to see. */
export interface ReportRecord {
  reportNo: number
  kind: (typeof reportKinds)[number]
  reporterNo: number
  /** Whom it is about. */
  aboutNo: number
  /** The lines that the reporter chose. */
  copy: string
  /** What the reporter says. */
  words: string
  reportedAt: Date
  outcome?: {
    text: string
    /** Absent of those that were settled before it was asked: it is not known. */
    hasActed?: boolean
    administratorNo: number
    at: Date
  }
}

const schema = defineSchema<ReportRecord>('reports', {
  reportNo: Number,
  kind: String,
  reporterNo: Number,
  aboutNo: Number,
  copy: String,
  words: String,
  reportedAt: Date,
  outcome: { text: String, hasActed: Boolean, administratorNo: Number, at: Date },
})
schema.index({ reportNo: -1 }, { unique: true })
schema.index({ reporterNo: 1 })
schema.index({ aboutNo: 1 })
schema.index({ 'outcome.at': 1, aboutNo: 1 })
// A server with a TTL monitor sweeps by itself; the embedded engine has none, so `cleanUp` does it, too.
schema.index({ reportedAt: 1 }, { expireAfterSeconds: REPORT_MS / 1000 })

export function createReportStore(connection: Connection) {
  const reports = connection.model('Report', schema)
  return {
    async insert(report: ReportRecord): Promise<void> {
      await reports.create(report)
    },
    async countButAbout(userNo: number): Promise<number> {
      const [all, about] = await Promise.all([
        reports.estimatedDocumentCount(),
        reports.countDocuments({ aboutNo: userNo }),
      ])
      return all - about
    },
    /** How many nobody has settled yet, no more than `max`. */
    async countWaitingButAbout(userNo: number, max: number): Promise<number> {
      return reports.countDocuments({ 'outcome.at': null, aboutNo: { $ne: userNo } }, { limit: max })
    },
    /** Newest first. */
    async pageButAbout(
      userNo: number,
      { skip, limit }: { skip: number; limit: number },
    ): Promise<ReportRecord[]> {
      return reports
        .find({ aboutNo: { $ne: userNo } }, { _id: 0 })
        .sort({ reportNo: -1 })
        .hint({ reportNo: -1 })
        .skip(skip)
        .limit(limit)
        .lean<ReportRecord[]>()
    },
    /** As it was before; null when there is no such report any more, or it is about the one who would settle it. */
    async settle(
      reportNo: number,
      outcome: NonNullable<ReportRecord['outcome']>,
    ): Promise<ReportRecord | null> {
      return reports
        .findOneAndUpdate(
          { reportNo, aboutNo: { $ne: outcome.administratorNo } },
          { $set: { outcome } },
          { returnDocument: 'before', projection: { _id: 0 } },
        )
        .lean<ReportRecord>()
    },
    async ofReporter(reporterNo: number): Promise<ReportRecord[]> {
      return reports.find({ reporterNo }, { _id: 0 }).sort({ reportNo: 1 }).lean<ReportRecord[]>()
    },
    async cleanUp(now: Date): Promise<void> {
      await reports.deleteMany({ reportedAt: { $lte: new Date(now.getTime() - REPORT_MS) } })
    },
    /** What somebody reported, and what was reported about them. Whether there was any. */
    async deleteOf(userNo: number): Promise<boolean> {
      const { deletedCount } = await reports.deleteMany({
        $or: [{ reporterNo: userNo }, { aboutNo: userNo }],
      })
      return deletedCount > 0
    },
  }
}

export type ReportStore = ReturnType<typeof createReportStore>
