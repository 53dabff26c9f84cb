import type { Model } from 'mongoose'
import { createTogether } from '#server/platform/together.ts'
import { AFTER, activityAt, type HubRecord } from './hubs.record.ts'

/** The update that counts a new share in its hub. */
export function countingShare(seq: number, sharedAt: Date) {
  return { $inc: { version: 1, revision: 1 }, $max: { lastSeq: seq, ...activityAt(sharedAt) } }
}

/** The update that counts a new comment in its hub. */
export function countingComment(postedAt: Date) {
  return { $inc: { version: 1 }, $max: activityAt(postedAt) }
}

/** What happens in a hub is counted there, each with a version of its own. */
export function counting(hubs: Model<HubRecord>) {
  // At each save of a shared note.
  const stored = hubs.db.collection<HubRecord>('hubs')
  return {
    /** Counts a new share, if its author is still a member. */
    async countShare(hubNo: number, authorNo: number, seq: number, now: Date): Promise<HubRecord | null> {
      return hubs
        .findOneAndUpdate({ hubNo, 'members.userNo': authorNo }, countingShare(seq, now), AFTER)
        .lean<HubRecord>()
    },
    /** Counts a new comment, if its writer is still a member. */
    async countComment(hubNo: number, writerNo: number, now: Date): Promise<HubRecord | null> {
      return hubs
        .findOneAndUpdate({ hubNo, 'members.userNo': writerNo }, countingComment(now), AFTER)
        .lean<HubRecord>()
    },
    /** Counts that a share ended. */
    async countWithdrawal(hubNo: number): Promise<HubRecord | null> {
      return hubs.findOneAndUpdate({ hubNo }, { $inc: { version: 1, revision: 1 } }, AFTER).lean<HubRecord>()
    },
    /** Counts something that changes no unread number; what happens meanwhile in the same hub is counted together next. */
    bumpVersion: createTogether(
      async (hubNo, all) => stored.findOneAndUpdate({ hubNo }, { $inc: { version: all.length } }, AFTER),
      (hub, place, count) => hub && { ...hub, version: hub.version - count + 1 + place },
    ),
  }
}
