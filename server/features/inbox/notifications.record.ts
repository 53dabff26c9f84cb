import type { PipelineStage } from 'mongoose'
import type { NotificationKind } from '#protocol/inbox.ts'
import { NOTIFICATION_GROUPED_MAX, NOTIFICATION_MAX_AGE_MS } from '#protocol/limits.ts'
import type { SuggestionRecord } from '#server/features/agora/agora.repository.ts'
import type { CommentRecord } from '#server/features/comments/comments.repository.ts'
import type { HubRecord } from '#server/features/hubs/hubs.record.ts'
import { COLLECTIONS } from '#server/platform/mongo/collections.ts'
import type { Write } from '#server/platform/mongo/queries.ts'
import { defineSchema } from '#server/platform/mongo/schema.ts'

/** One notification per target, in its latest state. */
export interface NotificationRecord {
  userNo: number
  /** Key of the target (`notificationTargets`); unique per user. */
  thing: string
  kind: NotificationKind
  /** Time of the latest event. */
  at: Date
  /** Absent once seen. */
  unseen?: true
  /** Nothing is left to show; ignored until it is deleted. */
  gone?: true
  /** The hub in which it happened. */
  hubNo?: number
  /** The note whose thread it happened on. */
  noteNo?: number
  /** New comments, or the comment with new reactions. */
  commentNos?: number[]
  /** Users who caused it, where no comment names them. */
  byNos?: number[]
  suggestionNo?: number
  /** Browser and operating system, for display; empty if unknown. */
  device?: string
  /** Of a report: whether an administrator took action. */
  hasActed?: boolean
  /** Of a public link that was taken down: what the administrator wrote. */
  reason?: string
}

export const notificationSchema = defineSchema<NotificationRecord>(COLLECTIONS.notifications, {
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
  reason: String,
})
notificationSchema.index({ userNo: 1, thing: 1 }, { unique: true })
// Covers the count of notifications and of new ones.
notificationSchema.index({ userNo: 1, at: -1, thing: -1, unseen: 1 })
notificationSchema.index({ hubNo: 1, noteNo: 1, userNo: 1 }, { sparse: true })
// For removing a deleted comment from all users' notifications, whatever the length of its thread.
notificationSchema.index({ hubNo: 1, noteNo: 1, commentNos: 1 }, { sparse: true })
notificationSchema.index({ gone: 1, hubNo: 1, noteNo: 1 }, { partialFilterExpression: { gone: true } })
notificationSchema.index({ noteNo: 1 }, { sparse: true })
notificationSchema.index({ suggestionNo: 1 }, { sparse: true })
// MongoDB's TTL monitor deletes expired documents; the embedded engine has none, so `cleanUp` deletes them as well.
notificationSchema.index({ at: 1 }, { expireAfterSeconds: NOTIFICATION_MAX_AGE_MS / 1000 })

/** Older notifications are not shown. */
export function notificationCutoff(now: Date): Date {
  return new Date(now.getTime() - NOTIFICATION_MAX_AGE_MS)
}

/** `target` is stored as `thing`. */
type Entry = Omit<NotificationRecord, 'unseen' | 'gone' | 'thing'> & { target: string }
type NotificationAddition = 'commentNos' | 'byNos'

/** Write that replaces the user's notification of a target. */
export function replaceNotification({ userNo, target, ...fields }: Entry): Write {
  return {
    collection: COLLECTIONS.notifications,
    filter: { userNo, thing: target },
    update: { $set: { ...fields, unseen: true }, $unset: { gone: 1 } },
    upsert: true,
  }
}

/**
 * Write that adds a comment or a user to the notification of a target. Idempotent.
 * @param startsAnew whether a notification that was seen collects only later events.
 */
export function addToNotification(
  { userNo, target, at, ...fields }: Omit<Entry, NotificationAddition>,
  { list, no, startsAnew }: { list: NotificationAddition; no: number; startsAnew: boolean },
): Write {
  const current = { $ifNull: [`$${list}`, []] }
  const isGone = { $eq: ['$gone', true] }
  const isOver = startsAnew ? { $or: [isGone, { $ne: ['$unseen', true] }] } : isGone
  const previous = { $cond: [isOver, [], current] }
  const changed = {
    ...literal({ ...fields, unseen: true }),
    at: { $max: ['$at', { $literal: at }] },
    [list]: { $slice: [{ $concatArrays: [previous, [no]] }, -NOTIFICATION_GROUPED_MAX] },
  }
  const isIncluded = { $and: [{ $in: [no, current] }, { $not: isGone }] }
  return {
    collection: COLLECTIONS.notifications,
    filter: { userNo, thing: target },
    update: [
      { $replaceWith: { $cond: [isIncluded, '$$ROOT', { $mergeObjects: ['$$ROOT', changed] }] } },
      { $unset: 'gone' },
    ],
    upsert: true,
  }
}

function literal(values: object): object {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { $literal: value }]))
}

/** A notification with the data that it refers to, if it exists. Each list has at most one item, except comments. */
export interface FoundNotification extends NotificationRecord {
  /** Empty if the user is not a member. */
  hubs: Pick<HubRecord, 'hubNo' | 'name' | 'members'>[]
  /** The share of the note in the hub. */
  shares: object[]
  notes: { noteNo: number; title: string }[]
  comments: Pick<CommentRecord, 'commentNo' | 'writerNo' | 'text'>[]
  suggestions: Pick<SuggestionRecord, 'suggestionNo' | 'answer'>[]
}

/** Pipeline stages that look up the data. */
export function lookupStages(userNo: number): PipelineStage[] {
  return [
    { $unset: '_id' },
    lookUpByNumber('hubs', 'hubNo', [
      { $match: { 'members.userNo': userNo } },
      only('hubNo', 'name', 'members'),
    ]),
    {
      $lookup: {
        from: 'shares',
        as: 'shares',
        localField: 'noteNo',
        foreignField: 'noteNo',
        let: { hubNo: '$hubNo' },
        pipeline: [{ $match: { live: true, $expr: { $eq: ['$hubNo', '$$hubNo'] } } }, only('seq')],
      },
    },
    lookUpByNumber('notes', 'noteNo', [only('noteNo', 'title')]),
    lookUpByNumber('comments', 'commentNo', [only('commentNo', 'writerNo', 'text')], 'commentNos'),
    lookUpByNumber('suggestions', 'suggestionNo', [only('suggestionNo', 'answer')]),
  ]
}

/** Lookup by the number or numbers in a field. */
function lookUpByNumber(
  from: string,
  foreignField: string,
  pipeline: PipelineStage.Lookup['$lookup']['pipeline'],
  localField = foreignField,
): PipelineStage {
  return { $lookup: { from, as: from, localField, foreignField, ...(pipeline && { pipeline }) } }
}

function only(...fields: string[]): PipelineStage.Project {
  return { $project: { _id: 0, ...Object.fromEntries(fields.map(field => [field, 1])) } }
}

/** Whether the notification can be shown: the target exists and the user may read it. */
export function isReadable(found: FoundNotification): boolean {
  const { userNo, kind, at, hubNo, noteNo, commentNos = [], suggestionNo } = found
  // The author learns it also if the note is in the trash.
  if (kind === 'takenDown') return true
  if (hubNo !== undefined) {
    const me = found.hubs[0]?.members.find(member => member.userNo === userNo)
    if (me === undefined || me.joinedAt > at) return false
  }
  if (noteNo !== undefined && (found.shares.length === 0 || found.notes.length === 0)) return false
  if (commentNos.length > 0 && found.comments.length === 0) return false
  return suggestionNo === undefined || found.suggestions[0]?.answer !== undefined
}
