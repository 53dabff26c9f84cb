import type { NotificationKind } from '#protocol/inbox.ts'
import { NOTIFICATION_MAX_AGE_MS } from '#protocol/limits.ts'
import { defineSchema } from '#server/platform/mongo/schema.ts'

/** What somebody is told of one thing, in its newest state. */
export interface NotificationRecord {
  userNo: number
  /** By `notificationTargets`: of each thing somebody has one entry. */
  thing: string
  kind: NotificationKind
  /** When it happened last. */
  at: Date
  /** Absent once it was seen. */
  unseen?: true
  /** There is nothing to tell any more; it is deleted in a moment, and counts for nothing until then. */
  gone?: true
  /** Of the room in which it happened. */
  hubNo?: number
  /** Of the note on whose thread it happened. */
  noteNo?: number
  /** Comments: those that are told of, or the one with which people empathize. */
  commentNos?: number[]
  /** People, where no comment says who it was. */
  byNos?: number[]
  suggestionNo?: number
  /** The browser and system in words; empty when unknown. */
  device?: string
  /** Of a report: whether something was done. */
  hasActed?: boolean
}

export const NOTIFICATIONS = 'news'

export const notificationSchema = defineSchema<NotificationRecord>(NOTIFICATIONS, {
  userNo: Number,
  thing: String,
  kind: String,
  at: Date,
  unseen: Boolean,
  gone: Boolean,
  hubNo: Number,
  noteNo: Number,
  commentNos: [Number],
  byNos: [Number],
  suggestionNo: Number,
  device: String,
  hasActed: Boolean,
})
notificationSchema.index({ userNo: 1, thing: 1 }, { unique: true })
// How many there are, and the number of the bell, are counted in this index alone.
notificationSchema.index({ userNo: 1, at: -1, thing: -1, unseen: 1 })
notificationSchema.index({ hubNo: 1, noteNo: 1, userNo: 1 }, { sparse: true })
// By these a deleted comment is taken out of everybody's entries, of however many its thread has.
notificationSchema.index({ hubNo: 1, noteNo: 1, commentNos: 1 }, { sparse: true })
notificationSchema.index({ gone: 1, hubNo: 1, noteNo: 1 }, { partialFilterExpression: { gone: true } })
notificationSchema.index({ noteNo: 1 }, { sparse: true })
notificationSchema.index({ suggestionNo: 1 }, { sparse: true })
// A server with a TTL monitor sweeps by itself; the embedded engine has none, so `cleanUp` does it, too.
notificationSchema.index({ at: 1 }, { expireAfterSeconds: NOTIFICATION_MAX_AGE_MS / 1000 })

/** An entry is told while it is younger than this. */
export function keptSince(now: Date): Date {
  return new Date(now.getTime() - NOTIFICATION_MAX_AGE_MS)
}
