import type { Model } from 'mongoose'
import { AFTER, type HubRecord, type MemberRecord, type SeenChange } from './hubs.record.ts'

/** How a member stands to their hub: what they have read of it, and how they keep it. */
export function membershipUpdates(hubs: Model<HubRecord>) {
  return {
    /**
     * Has a member keep a hub so or not, and counts that with their unread number, for it may leave or join a sum. Null when
     * it is kept so already, or they are no member any more.
     */
    async keep(
      hubNo: number,
      userNo: number,
      how: keyof Pick<MemberRecord, 'muted' | 'pinned'>,
      isOn: boolean,
    ): Promise<HubRecord | null> {
      const place = `members.$.${how}`
      const change = isOn ? { $set: { [place]: true } } : { $unset: { [place]: 1 } }
      return hubs
        .findOneAndUpdate(
          { hubNo, members: { $elemMatch: { userNo, [how]: isOn ? { $ne: true } : true } } },
          { ...change, $inc: { revision: 1 } },
          AFTER,
        )
        .lean<HubRecord>()
    },
    /** How many hubs somebody has on top of their list. */
    async countPinnedBy(userNo: number): Promise<number> {
      return hubs.countDocuments({ members: { $elemMatch: { userNo, pinned: true } } })
    },
    async markRead(hubNo: number, userNo: number, seq: number): Promise<HubRecord | null> {
      return hubs
        .findOneAndUpdate(
          { hubNo, 'members.userNo': userNo },
          {
            $max: { 'members.$.readSeq': seq },
            $pull: { 'members.$.seen': { to: { $lte: seq } } },
            $inc: { revision: 1 },
          },
          AFTER,
        )
        .lean<HubRecord>()
    },
    /**
     * Saves what members have seen, as one change, if nobody's unread number has changed since `hub` was read: so its
     * members stand where they stood. Null otherwise.
     * @param isToldToAll whether something that all see in the hub has changed with it.
     */
    async takeSeen(
      { hubNo, revision }: Pick<HubRecord, 'hubNo' | 'revision'>,
      changes: readonly SeenChange[],
      isPublishedToAll: boolean,
    ): Promise<HubRecord | null> {
      const set = changes.flatMap(({ place, readSeq, seen }) => [
        [`members.${place}.readSeq`, readSeq],
        [`members.${place}.seen`, seen],
      ])
      return hubs
        .findOneAndUpdate(
          { hubNo, revision },
          {
            $set: Object.fromEntries(set),
            $inc: { revision: changes.length > 0 ? 1 : 0, version: isPublishedToAll ? 1 : 0 },
          },
          AFTER,
        )
        .lean<HubRecord>()
    },
  }
}
