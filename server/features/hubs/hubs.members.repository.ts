import type { Model, QueryFilter } from 'mongoose'
import { duplicateFields } from '#server/platform/mongo/queries.ts'
import {
  activityAt,
  type HubRecord,
  type MemberRecord,
  type MembershipEnd,
  type MembershipKey,
  RETURN_UPDATED,
  type SeenChange,
} from './hubs.record.ts'
import { memberKeyOf } from './hubs.rules.ts'

interface Growth {
  memberKey: string
  added: readonly number[]
  now: Date
  cameByLink?: true
}

/** Expression: a list without these numbers, absent if there was none. */
const without = (list: string, numbers: readonly number[]) => ({
  $cond: [{ $isArray: [list] }, { $setDifference: [list, numbers] }, '$$REMOVE'],
})

export function createMembershipMutations(hubs: Model<HubRecord>) {
  /** Null if the update would give two hubs the same members. */
  async function nullIfSameMembers(
    update: () => Promise<HubRecord | null>,
  ): Promise<HubRecord | null | 'sameMembers'> {
    try {
      return await update()
    } catch (error) {
      if (duplicateFields(error)?.includes('uniqueKey')) return 'sameMembers'
      throw error
    }
  }

  async function addMembersIf(
    filter: QueryFilter<HubRecord>,
    { memberKey, added, now, cameByLink }: Growth,
  ): Promise<HubRecord | null | 'sameMembers'> {
    const grownKey = memberKeyOf([...memberKey.split(',').map(Number), ...added])
    const membership = { readSeq: '$lastSeq', joinedAt: now, ...(cameByLink && { cameByLink }) }
    const newMembers = added.map(userNo => ({ userNo, ...membership }))
    return nullIfSameMembers(() =>
      hubs
        .findOneAndUpdate(
          filter,
          [
            {
              $set: {
                members: { $concatArrays: ['$members', newMembers] },
                memberKey: grownKey,
                uniqueKey: grownKey,
                version: { $add: ['$version', 1] },
                revision: { $add: ['$revision', 1] },
                ...activityAt(now),
                ...(cameByLink && { declinedNos: without('$declinedNos', added) }),
              },
            },
          ],
          { ...RETURN_UPDATED, updatePipeline: true },
        )
        .lean<HubRecord>(),
    )
  }

  return {
    /** Rejects the hub if one with the same members exists. The first member is the creator. */
    async insert(
      hubNo: number,
      userNos: readonly number[],
      now: Date,
      name = '',
    ): Promise<HubRecord | 'sameMembers'> {
      const memberKey = memberKeyOf(userNos)
      const [makerNo] = userNos
      const hub: HubRecord = {
        hubNo,
        ...(makerNo !== undefined && { makerNo }),
        ...(name !== '' && { name }),
        members: userNos.map(userNo => ({ userNo, readSeq: 0, joinedAt: now })),
        memberKey,
        uniqueKey: memberKey,
        version: 1,
        revision: 1,
        lastSeq: 0,
        ...activityAt(now),
      }
      const inserted = await nullIfSameMembers(async () => {
        await hubs.create(hub)
        return hub
      })
      return inserted === 'sameMembers' ? inserted : hub
    },
    /**
     * Adds members with everything marked as read. Null if the members differ from `memberKey` or one of the added
     * users declined meanwhile.
     */
    async addMembers(
      hubNo: number,
      memberKey: string,
      added: readonly number[],
      now: Date,
    ): Promise<HubRecord | null | 'sameMembers'> {
      return addMembersIf({ hubNo, memberKey, declinedNos: { $nin: added } }, { memberKey, added, now })
    },
    /**
     * Adds a user who accepted an invitation link and removes their earlier decline. Null if the members differ from
     * `memberKey`, the inviter has left, or the user was banned meanwhile.
     */
    async addMemberByLink(
      { hubNo, memberKey }: Pick<HubRecord, 'hubNo' | 'memberKey'>,
      { userNo, joinedAt }: MembershipKey,
      addedNo: number,
      now: Date,
    ): Promise<HubRecord | null | 'sameMembers'> {
      const hasInviter = { members: { $elemMatch: { userNo, joinedAt } } }
      return addMembersIf(
        { hubNo, memberKey, ...hasInviter, expelledNos: { $ne: addedNo } },
        { memberKey, added: [addedNo], now, cameByLink: true },
      )
    },
    /**
     * Bans a user who has left from all links, unless a member added them since. False if they are banned already or
     * are in the hub by a link.
     */
    async banFromLinks(hubNo: number, userNo: number): Promise<boolean> {
      const isInByLink = { $elemMatch: { userNo, cameByLink: true } }
      const { modifiedCount } = await hubs.updateOne(
        { hubNo, expelledNos: { $ne: userNo }, members: { $not: isInByLink } },
        { $addToSet: { expelledNos: userNo } },
      )
      return modifiedCount === 1
    },
    /**
     * Ends a membership and, depending on `end`, blocks re-adding or bans the user from links. Null if the members
     * differ from `memberKey`.
     */
    async removeMember(
      hubNo: number,
      memberKey: string,
      { userNo, joinedAt, declines, expels: isRemoval }: MembershipKey & MembershipEnd,
    ): Promise<HubRecord | null> {
      const filter = { hubNo, memberKey, members: { $elemMatch: { userNo, joinedAt } } }
      const shrunkKey = memberKeyOf(
        memberKey
          .split(',')
          .map(Number)
          .filter(no => no !== userNo),
      )
      const closedLists = {
        ...(declines && { declinedNos: userNo }),
        ...(isRemoval && { expelledNos: userNo }),
      }
      const change = {
        $pull: { members: { userNo } },
        $inc: { version: 1, revision: 1 },
        ...((declines || isRemoval) && { $addToSet: closedLists }),
      }
      const shrunk = await nullIfSameMembers(() =>
        hubs
          .findOneAndUpdate(
            filter,
            { ...change, $set: { memberKey: shrunkKey, uniqueKey: shrunkKey } },
            RETURN_UPDATED,
          )
          .lean<HubRecord>(),
      )
      if (shrunk !== 'sameMembers') return shrunk
      // Leaving never fails: two hubs may end up with the same members.
      return hubs
        .findOneAndUpdate(
          filter,
          { ...change, $set: { memberKey: shrunkKey }, $unset: { uniqueKey: 1 } },
          RETURN_UPDATED,
        )
        .lean<HubRecord>()
    },
  }
}

/** Read state and preferences of a member. */
export function createMemberUpdates(hubs: Model<HubRecord>) {
  return {
    /**
     * Saves preferences and bumps the revision with the member's unread count, since muting changes the sum. Null if
     * nothing changes or the user is no longer a member.
     */
    async setPreference(
      hubNo: number,
      userNo: number,
      how: keyof Pick<MemberRecord, 'muted' | 'pinned'>,
      isOn: boolean,
    ): Promise<HubRecord | null> {
      const path = `members.$.${how}`
      const change = isOn ? { $set: { [path]: true } } : { $unset: { [path]: 1 } }
      return hubs
        .findOneAndUpdate(
          { hubNo, members: { $elemMatch: { userNo, [how]: isOn ? { $ne: true } : true } } },
          { ...change, $inc: { revision: 1 } },
          RETURN_UPDATED,
        )
        .lean<HubRecord>()
    },
    /** Number of hubs that the user has pinned. */
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
          RETURN_UPDATED,
        )
        .lean<HubRecord>()
    },
    /**
     * Saves what members have seen in one update, if no unread count has changed since `hub` was read: the positions
     * of the members are the same then. Null otherwise.
     * @param isPublishedToAll whether the change is visible to all members.
     */
    async saveSeen(
      { hubNo, revision }: Pick<HubRecord, 'hubNo' | 'revision'>,
      changes: readonly SeenChange[],
      isPublishedToAll: boolean,
    ): Promise<HubRecord | null> {
      const set = changes.flatMap(({ memberIndex, readSeq, seen }) => [
        [`members.${memberIndex}.readSeq`, readSeq],
        [`members.${memberIndex}.seen`, seen],
      ])
      return hubs
        .findOneAndUpdate(
          { hubNo, revision },
          {
            $set: Object.fromEntries(set),
            $inc: { revision: changes.length > 0 ? 1 : 0, version: isPublishedToAll ? 1 : 0 },
          },
          RETURN_UPDATED,
        )
        .lean<HubRecord>()
    },
  }
}
