import { defineSchema } from '#server/platform/mongo/schema.ts'

/**
 * A note shared in a hub. A withdrawn share stays as a tombstone without `live`, so that its number is never reused;
 * unread counts depend on that.
 */
export interface ShareRecord {
  hubNo: number
  /** Position in the hub from 1. A later number never becomes visible before an earlier one. */
  seq: number
  noteNo: number
  authorNo: number
  sharedAt: Date
  /** The version of the note that was shared. Shares of previous releases have none. */
  noteVersion?: number
  live?: true
  withdrawnAt?: Date
  /** The members of the hub may write the note. */
  isWritable?: true
  /** Members who had opened the note before it was shared; it is not unread for them. Absent if there are none. */
  seenBy?: number[]
}
export type NewShare = Pick<
  ShareRecord,
  'hubNo' | 'noteNo' | 'authorNo' | 'sharedAt' | 'noteVersion' | 'isWritable' | 'seenBy'
>
/** Fields that unread counts need. */
export type CountedShare = Pick<ShareRecord, 'seq' | 'authorNo' | 'seenBy'>

/**
 * Index hint for unread shares. For an `$or` the planner would try each matching index with each branch, which takes
 * minutes for some thousand branches.
 */
export const LIVE_BY_SEQ = { hubNo: 1, live: 1, seq: -1, authorNo: 1 } as const

/** Before every date, for filters that use the index of withdrawn shares. */
export const BEFORE_ALL = new Date(0)

export const shareSchema = defineSchema<ShareRecord>('shares', {
  hubNo: Number,
  seq: Number,
  noteNo: Number,
  authorNo: Number,
  sharedAt: Date,
  noteVersion: Number,
  live: Boolean,
  withdrawnAt: Date,
  isWritable: Boolean,
  seenBy: [Number],
})
shareSchema.index({ hubNo: 1, seq: -1 }, { unique: true })
shareSchema.index(LIVE_BY_SEQ)
shareSchema.index({ noteNo: 1, live: 1, hubNo: 1 })
shareSchema.index({ authorNo: 1, hubNo: 1, seq: 1 })
shareSchema.index({ noteNo: 1, isWritable: 1 }, { partialFilterExpression: { isWritable: true } })
shareSchema.index({ hubNo: 1, noteNo: 1 }, { unique: true, partialFilterExpression: { live: true } })
// Covers withdrawn shares only, so that sharing need not write it.
shareSchema.index(
  { hubNo: 1, seq: 1, withdrawnAt: 1 },
  { partialFilterExpression: { withdrawnAt: { $exists: true } } },
)
