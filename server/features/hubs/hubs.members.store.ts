import type { Model, QueryFilter } from 'mongoose'
import { duplicateFields } from '#server/platform/mongo/errors.ts'
import { AFTER, activityAt, type HubRecord, type MembershipEnd, type MembershipKey } from './hubs.record.ts'
import { memberKeyOf } from './hubs.rules.ts'

interface Growth {
  memberKey: string
  added: readonly number[]
  now: Date
  cameByLink?: true
}

/** In a pipeline: a list without these numbers; where there is none, none comes to be. */
const without = (list: string, numbers: readonly number[]) => ({
  $cond: [{ $isArray: [list] }, { $setDifference: [list, numbers] }, '$$REMOVE'],
})

/** Who comes into a hub, and who leaves. */
export function comingAndGoing(hubs: Model<HubRecord>) {
  /** Null when the update would give the hub the members of another one. */
  async function unlessSameMembers(
    update: () => Promise<HubRecord | null>,
  ): Promise<HubRecord | null | 'sameMembers'> {
    try {
      return await update()
    } catch (error) {
      if (duplicateFields(error)?.includes('uniqueKey')) return 'sameMembers'
      throw error
    }
  }

  async function growIf(
    filter: QueryFilter<HubRecord>,
    { memberKey, added, now, cameByLink }: Growth,
  ): Promise<HubRecord | null | 'sameMembers'> {
    const grownKey = memberKeyOf([...memberKey.split(',').map(Number), ...added])
    const membership = { readSeq: '$lastSeq', joinedAt: now, ...(cameByLink && { cameByLink }) }
    const newMembers = added.map(userNo => ({ userNo, ...membership }))
    return unlessSameMembers(() =>
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
          { ...AFTER, updatePipeline: true },
        )
        .lean<HubRecord>(),
    )
  }

  return {
    /** Made by the first of its members. Refused when the same people have a hub already. */
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
      const inserted = await unlessSameMembers(async () => {
        await hubs.create(hub)
        return hub
      })
      return inserted === 'sameMembers' ? inserted : hub
    },
    /**
     * Adds members, who start with everything read, if the hub still has the members of `memberKey` and none of the
     * added declined meanwhile. Null otherwise.
     */
    async grow(
      hubNo: number,
      memberKey: string,
      added: readonly number[],
      now: Date,
    ): Promise<HubRecord | null | 'sameMembers'> {
      return growIf({ hubNo, memberKey, declinedNos: { $nin: added } }, { memberKey, added, now })
    },
    /**
     * Adds somebody who comes by a member's link, and declines no more, if the hub still has the members of `memberKey`, if
     * `inviter` is still one of them, and if they were not expelled meanwhile. Null otherwise.
     */
    async growByLink(
      { hubNo, memberKey }: Pick<HubRecord, 'hubNo' | 'memberKey'>,
      { userNo, joinedAt }: MembershipKey,
      addedNo: number,
      now: Date,
    ): Promise<HubRecord | null | 'sameMembers'> {
      const hasInviter = { members: { $elemMatch: { userNo, joinedAt } } }
      return growIf(
        { hubNo, memberKey, ...hasInviter, expelledNos: { $ne: addedNo } },
        { memberKey, added: [addedNo], now, cameByLink: true },
      )
    },
    /**
     * No link leads somebody in who is not there, or whom a member took in. False when it is so already, or when they are in it
     * by a link.
     */
    async closeLinksTo(hubNo: number, userNo: number): Promise<boolean> {
      const isInByLink = { $elemMatch: { userNo, cameByLink: true } }
      const { modifiedCount } = await hubs.updateOne(
        { hubNo, expelledNos: { $ne: userNo }, members: { $not: isInByLink } },
        { $addToSet: { expelledNos: userNo } },
      )
      return modifiedCount === 1
    },
    /**
     * Ends a membership, for good if its user declines another, for every link if they are expelled, if the hub still has
     * the members of `memberKey`. Null when it has others by now.
     */
    async shrink(
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
      const closed = { ...(declines && { declinedNos: userNo }), ...(isRemoval && { expelledNos: userNo }) }
      const change = {
        $pull: { members: { userNo } },
        $inc: { version: 1, revision: 1 },
        ...((declines || isRemoval) && { $addToSet: closed }),
      }
      const shrunk = await unlessSameMembers(() =>
        hubs
          .findOneAndUpdate(
            filter,
            { ...change, $set: { memberKey: shrunkKey, uniqueKey: shrunkKey } },
            AFTER,
          )
          .lean<HubRecord>(),
      )
      if (shrunk !== 'sameMembers') return shrunk
      // Leaving never fails: a hub may come to have the members of another one.
      return hubs
        .findOneAndUpdate(
          filter,
          { ...change, $set: { memberKey: shrunkKey }, $unset: { uniqueKey: 1 } },
          AFTER,
        )
        .lean<HubRecord>()
    },
  }
}
