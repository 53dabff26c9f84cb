import { randomUUID } from 'node:crypto'
import type { Connection } from 'mongoose'
import { FIRST_CHOICES, type PushChoices } from '#protocol/push.ts'
import { hasSeen } from '#protocol/seen.ts'
import { LIVE_BY_SEQ, type ShareRecord } from '#server/features/shares/shares.record.ts'
import { type Reader, unseenAndLater } from '#server/features/shares/shares.unread.repository.ts'
import { defineSchema } from '#server/platform/mongo/schema.ts'
import type { Push, SessionRecord, StoredSession } from '#server/platform/session.repository.ts'
import type { PushTarget } from '#server/platform/webPush.ts'

/** A browser with a push subscription. */
export type PushDevice = Pick<SessionRecord, 'tokenId' | 'userNo'> & { push: Push & PushTarget }
export type Subscription = PushTarget & Pick<Push, 'language' | 'timeZone'>

const IS_ON = { 'push.endpoint': { $exists: true } }

/**
 * Push state inside sessions: it is deleted with the session. Writes bypass the session's schema, which declares the
 * fields.
 */
export function createPushDeviceRepository(connection: Connection) {
  const sessions = connection.collection<StoredSession>('sessions')

  /** Defaults; existing choices and dates stay. */
  const proposed = {
    kinds: { $ifNull: ['$push.kinds', FIRST_CHOICES.kinds] },
    showsText: { $ifNull: ['$push.showsText', FIRST_CHOICES.showsText] },
    offHubNos: { $ifNull: ['$push.offHubNos', FIRST_CHOICES.offHubNos] },
    quiet: { $cond: [{ $ifNull: ['$push.kinds', false] }, '$push.quiet', FIRST_CHOICES.quiet] },
  }

  return {
    /** Returns whether the session is remembered and push is now on. Keeps earlier choices. */
    async turnOn(tokenId: string, subscription: Subscription, now: Date): Promise<boolean> {
      const { endpoint, p256dh, auth, language, timeZone } = subscription
      // One subscription belongs to one user only.
      await sessions.updateMany(
        { 'push.endpoint': endpoint, tokenId: { $ne: tokenId } },
        { $unset: { push: 1 } },
      )
      const storedSubscription = { $literal: { endpoint, p256dh, auth, language, timeZone } }
      const { matchedCount } = await sessions.updateOne({ tokenId, stay: { $exists: true } }, [
        {
          $set: {
            push: {
              $mergeObjects: [proposed, { since: { $ifNull: ['$push.since', now] } }, storedSubscription],
            },
          },
        },
      ])
      return matchedCount === 1
    },
    /** False if push is off. */
    async setChoices(tokenId: string, { quiet, kinds, showsText, offHubNos }: PushChoices): Promise<boolean> {
      const chosen = { 'push.kinds': kinds, 'push.showsText': showsText, 'push.offHubNos': offHubNos }
      const { matchedCount } = await sessions.updateOne(
        { tokenId, ...IS_ON },
        quiet === null
          ? { $set: chosen, $unset: { 'push.quiet': 1 } }
          : { $set: { ...chosen, 'push.quiet': quiet } },
      )
      return matchedCount === 1
    },
    async turnOff(tokenId: string): Promise<void> {
      await sessions.updateOne({ tokenId }, { $unset: { push: 1 } })
    },
    /**
     * The push service reported that the subscription is gone. Removes it unless it was replaced meanwhile; keeps the
     * choices.
     */
    async removeSubscription(tokenId: string, endpoint: string): Promise<void> {
      await sessions.updateOne(
        { tokenId, 'push.endpoint': endpoint },
        { $unset: { 'push.endpoint': 1, 'push.p256dh': 1, 'push.auth': 1 } },
      )
    },
    async countOthers(userNo: number, tokenId: string): Promise<number> {
      return sessions.countDocuments({ userNo, ...IS_ON, tokenId: { $ne: tokenId } })
    },
    /** Valid sessions only. */
    async findByUser(userNo: number, now: Date): Promise<PushDevice[]> {
      return sessions
        .find<PushDevice>(
          { userNo, ...IS_ON, expiresAt: { $gt: now } },
          { projection: { _id: 0, tokenId: 1, userNo: 1, push: 1 } },
        )
        .toArray()
    },
    /** Schedules a push from `dueAt` on, for an event at `at`, for users with a subscribed device. */
    async schedulePush(userNos: readonly number[], { at, dueAt }: { at: Date; dueAt: Date }): Promise<void> {
      await sessions
        .aggregate([
          { $match: { userNo: { $in: [...userNos] }, ...IS_ON } },
          { $group: { _id: '$userNo' } },
          { $project: { _id: 0, userNo: '$_id', taken: { $literal: '' }, since: at, dueAt } },
          {
            $merge: {
              into: DUE_PUSHES,
              on: ['userNo', 'taken'],
              whenMatched: [{ $set: { since: { $min: ['$since', '$$new.since'] } } }],
              whenNotMatched: 'insert',
            },
          },
        ])
        .toArray()
    },
  }
}

/** A pending push for what is new to a user since a time. The contents are read when it is sent. */
interface PushJob {
  userNo: number
  since: Date
  dueAt: Date
  /** Lease id; empty until a node has claimed the job. */
  taken: string
}

const DUE_PUSHES = 'duePushes'

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

/** An unseen share with the title of its note. */
export interface UnseenShare extends Pick<ShareRecord, 'hubNo' | 'noteNo' | 'authorNo' | 'sharedAt'> {
  title: string
}

/** Limit per user, newest first. */
const SHARES_MAX = 100

export function createUnseenShareRepository(connection: Connection) {
  const shares = connection.collection<ShareRecord>('shares')
  return {
    /** Shares by others in these hubs in a period, not opened or seen; newest first. */
    async findUnseen(
      hubs: readonly { hubNo: number; reader: Reader }[],
      { since, until }: { since: Date; until?: Date | undefined },
    ): Promise<UnseenShare[]> {
      const [first] = hubs
      if (first === undefined) return []
      const isNot = { $ne: first.reader.userNo }
      const sharedAt = { $gte: since, ...(until && { $lt: until }) }
      const later = hubs.map(({ hubNo, reader }) => unseenAndLater(hubNo, reader))
      const readers = new Map(hubs.map(({ hubNo, reader }) => [hubNo, reader]))
      const found = shares.aggregate<UnseenShare & Pick<ShareRecord, 'seq'>>(
        [
          { $match: { $or: later, sharedAt, authorNo: isNot, seenBy: isNot } },
          { $sort: { sharedAt: -1 } },
          { $lookup: { from: 'notes', localField: 'noteNo', foreignField: 'noteNo', as: 'note' } },
          { $match: { 'note.0': { $exists: true } } },
          {
            $project: {
              ...{ _id: 0, hubNo: 1, seq: 1, noteNo: 1, authorNo: 1, sharedAt: 1 },
              title: { $first: '$note.title' },
            },
          },
        ],
        { hint: LIVE_BY_SEQ },
      )
      const unseen: UnseenShare[] = []
      for await (const { seq, ...share } of found) {
        const reader = readers.get(share.hubNo)
        if (reader && !hasSeen(reader, seq)) unseen.push(share)
        if (unseen.length === SHARES_MAX) break
      }
      return unseen
    },
  }
}
