import type { Connection } from 'mongoose'
import { REPORT_MS } from '#protocol/limits.ts'
import type { reportKinds } from '#protocol/reports.ts'
import { defineSchema } from '#server/platform/mongo/schema.ts'

/**
 * A report to the administrators. It names no hub or note: the copied text is all that they see. Of a public note it
 * has the link, with which everybody can read it.
 */
export interface ReportRecord {
  reportNo: number
  kind: (typeof reportKinds)[number]
  /** Absent for a visitor. */
  reporterNo?: number
  /** The reported user. */
  aboutNo: number
  /** The lines that the reporter selected. */
  copy: string
  /** The reporter's comment. */
  words: string
  reportedAt: Date
  /** The link of a public note when it was reported. */
  linkId?: string
  outcome?: {
    text: string
    /** Absent for reports settled before the field existed. */
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
  linkId: String,
  outcome: { text: String, hasActed: Boolean, administratorNo: Number, at: Date },
})
schema.index({ reportNo: -1 }, { unique: true })
schema.index({ reporterNo: 1 })
schema.index({ linkId: 1 }, { sparse: true })
schema.index({ aboutNo: 1 })
schema.index({ 'outcome.at': 1, aboutNo: 1 })
// MongoDB's TTL monitor deletes expired documents; the embedded engine has none, so `cleanUp` deletes them as well.
schema.index({ reportedAt: 1 }, { expireAfterSeconds: REPORT_MS / 1000 })

export function createReportRepository(connection: Connection) {
  const reports = connection.model('Report', schema)
  return {
    async insert(report: ReportRecord): Promise<void> {
      await reports.create(report)
    },
    async countExceptAbout(userNo: number): Promise<number> {
      const [all, about] = await Promise.all([
        reports.estimatedDocumentCount(),
        reports.countDocuments({ aboutNo: userNo }),
      ])
      return all - about
    },
    /** Open reports that are not about the user, counted up to `max`. */
    async countOpenExceptAbout(userNo: number, max: number): Promise<number> {
      return reports.countDocuments({ 'outcome.at': null, aboutNo: { $ne: userNo } }, { limit: max })
    },
    /** Open reports about a public note. */
    async countOpenByLink(linkId: string): Promise<number> {
      return reports.countDocuments({ linkId, 'outcome.at': null }, { hint: { linkId: 1 } })
    },
    /** Newest first. */
    async findPageExceptAbout(
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
    /** Returns the report before the change; null if it does not exist or is about the caller. */
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
    async findByReporter(reporterNo: number): Promise<ReportRecord[]> {
      return reports.find({ reporterNo }, { _id: 0 }).sort({ reportNo: 1 }).lean<ReportRecord[]>()
    },
    async cleanUp(now: Date): Promise<void> {
      await reports.deleteMany({ reportedAt: { $lte: new Date(now.getTime() - REPORT_MS) } })
    },
    /** Deletes reports by and about the user. False if there were none. */
    async deleteByUser(userNo: number): Promise<boolean> {
      const { deletedCount } = await reports.deleteMany({
        $or: [{ reporterNo: userNo }, { aboutNo: userNo }],
      })
      return deletedCount > 0
    },
  }
}
