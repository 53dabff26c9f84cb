import type { Connection } from 'mongoose'
import { FIRST_CHOICES, type PushChoices } from '#protocol/push.ts'
import type { PushAddress } from '#server/platform/push/pushService.ts'
import type { Push, SessionRecord } from '#server/platform/session.store.ts'
import { DUE_PUSHES } from './duePushes.store.ts'

/** A browser that can be told something. */
export type PushDevice = Pick<SessionRecord, 'tokenId' | 'userNo'> & { push: Push & PushAddress }
export type Subscription = PushAddress & Pick<Push, 'language' | 'timeZone'>

const IS_ON = { 'push.endpoint': { $exists: true } }

/**
 * What sessions hold of pushes. It goes with them, however they end, so nobody else need think of it. Written past the session's schema,
 * which declares it.
 */
export function createPushDeviceStore(connection: Connection) {
  const sessions = connection.collection<SessionRecord>('sessions')

  /** Nothing that is there already gives way: neither what was chosen, nor since when. */
  const proposed = {
    kinds: { $ifNull: ['$push.kinds', FIRST_CHOICES.kinds] },
    showsText: { $ifNull: ['$push.showsText', FIRST_CHOICES.showsText] },
    offHubNos: { $ifNull: ['$push.offHubNos', FIRST_CHOICES.offHubNos] },
    quiet: { $cond: [{ $ifNull: ['$push.kinds', false] }, '$push.quiet', FIRST_CHOICES.quiet] },
  }

  return {
    /** Whether the session stays signed in, and so is told from now on. What was chosen before stays. */
    async turnOn(tokenId: string, subscription: Subscription, now: Date): Promise<boolean> {
      const { endpoint, p256dh, auth, language, timeZone } = subscription
      // One browser is told of one person alone.
      await sessions.updateMany(
        { 'push.endpoint': endpoint, tokenId: { $ne: tokenId } },
        { $unset: { push: 1 } },
      )
      const told = { $literal: { endpoint, p256dh, auth, language, timeZone } }
      const { matchedCount } = await sessions.updateOne({ tokenId, stay: { $exists: true } }, [
        { $set: { push: { $mergeObjects: [proposed, { since: { $ifNull: ['$push.since', now] } }, told] } } },
      ])
      return matchedCount === 1
    },
    /** Whether it was on. */
    async choose(tokenId: string, { quiet, kinds, showsText, offHubNos }: PushChoices): Promise<boolean> {
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
     * As its push service says, the browser is told of nothing there any more; unless it has another address meanwhile. What was
     * chosen stays.
     */
    async forget(tokenId: string, endpoint: string): Promise<void> {
      await sessions.updateOne(
        { tokenId, 'push.endpoint': endpoint },
        { $unset: { 'push.endpoint': 1, 'push.p256dh': 1, 'push.auth': 1 } },
      )
    },
    async countOthers(userNo: number, tokenId: string): Promise<number> {
      return sessions.countDocuments({ userNo, ...IS_ON, tokenId: { $ne: tokenId } })
    },
    /** Of the sessions that stand. */
    async ofUser(userNo: number, now: Date): Promise<PushDevice[]> {
      return sessions
        .find<PushDevice>(
          { userNo, ...IS_ON, expiresAt: { $gt: now } },
          { projection: { _id: 0, tokenId: 1, userNo: 1, push: 1 } },
        )
        .toArray()
    },
    /** Of these people, those with a device that is told have something due: what happened at `at`, from `dueAt` on. */
    async noteDue(userNos: readonly number[], { at, dueAt }: { at: Date; dueAt: Date }): Promise<void> {
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

export type PushDeviceStore = ReturnType<typeof createPushDeviceStore>
