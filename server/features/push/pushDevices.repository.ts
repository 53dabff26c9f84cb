import type { Connection } from 'mongoose'
import { FIRST_CHOICES, type PushChoices } from '#protocol/push.ts'
import type { PushTarget } from '#server/platform/push/pushService.ts'
import type { Push, SessionRecord } from '#server/platform/session.repository.ts'
import { DUE_PUSHES } from './pushQueue.repository.ts'

/** A browser with a push subscription. */
export type PushDevice = Pick<SessionRecord, 'tokenId' | 'userNo'> & { push: Push & PushTarget }
export type Subscription = PushTarget & Pick<Push, 'language' | 'timeZone'>

const IS_ON = { 'push.endpoint': { $exists: true } }

/**
 * Push state inside sessions: it is deleted with the session. Writes bypass the session's schema, which declares the
 * fields.
 */
export function createPushDeviceRepository(connection: Connection) {
  const sessions = connection.collection<SessionRecord>('sessions')

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

export type PushDeviceRepository = ReturnType<typeof createPushDeviceRepository>
