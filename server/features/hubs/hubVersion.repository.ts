import type { Model } from 'mongoose'
import { createBatcher } from '#server/platform/batching.ts'
import { activityAt, type HubRecord, RETURN_UPDATED } from './hubs.record.ts'

/** Update that records a new share in the hub. */
export function shareUpdate(seq: number, sharedAt: Date) {
  return { $inc: { version: 1, revision: 1 }, $max: { lastSeq: seq, ...activityAt(sharedAt) } }
}

/** Update that records a new comment in the hub. */
export function commentUpdate(postedAt: Date) {
  return { $inc: { version: 1 }, $max: activityAt(postedAt) }
}

/** Version bumps: every change in a hub gets its own version. */
export function createHubVersionUpdates(hubs: Model<HubRecord>) {
  // Runs on each save of a shared note.
  const stored = hubs.db.collection<HubRecord>('hubs')
  return {
    /** Records a new share if the author is still a member. */
    async recordShare(hubNo: number, authorNo: number, seq: number, now: Date): Promise<HubRecord | null> {
      return hubs
        .findOneAndUpdate({ hubNo, 'members.userNo': authorNo }, shareUpdate(seq, now), RETURN_UPDATED)
        .lean<HubRecord>()
    },
    /** Records a new comment if the writer is still a member. */
    async recordComment(hubNo: number, writerNo: number, now: Date): Promise<HubRecord | null> {
      return hubs
        .findOneAndUpdate({ hubNo, 'members.userNo': writerNo }, commentUpdate(now), RETURN_UPDATED)
        .lean<HubRecord>()
    },
    async recordWithdrawal(hubNo: number): Promise<HubRecord | null> {
      return hubs
        .findOneAndUpdate({ hubNo }, { $inc: { version: 1, revision: 1 } }, RETURN_UPDATED)
        .lean<HubRecord>()
    },
    /** Bumps the version without affecting unread counts. Concurrent bumps of the same hub are batched. */
    bumpVersion: createBatcher(
      async (hubNo, all) =>
        stored.findOneAndUpdate({ hubNo }, { $inc: { version: all.length } }, RETURN_UPDATED),
      (hub, place, count) => hub && { ...hub, version: hub.version - count + 1 + place },
    ),
  }
}
