import type { Connection } from 'mongoose'
import { duplicateFields } from '#server/platform/mongo/errors.ts'
import { defineSchema } from '#server/platform/mongo/schema.ts'
import type { Range } from '#server/platform/page.ts'
import { createTogether } from '#server/platform/together.ts'
import { memberKeyOf } from './hubs.rules.ts'

export interface MemberRecord {
  userNo: number
  /** Shares up to this number are read. */
  readSeq: number
  joinedAt: Date
}

export interface HubRecord {
  hubNo: number
  /** Absent for hubs from before it was kept, and of those whose makers have withdrawn their accounts. */
  makerNo?: number
  /** In joining order. */
  members: MemberRecord[]
  /** Sorted member numbers: what the same-members rule compares. */
  memberKey: string
  /** The memberKey under a unique index; absent when a hub came to equal another by somebody's leaving. */
  uniqueKey?: string
  /** One more with each thing that happens in the hub. */
  version: number
  /** One more with each thing that may change an unread number. */
  revision: number
  /** The highest share number that has been announced. */
  lastSeq: number
  lastActivity: Date
  /** The share that is pinned; absent while none is. It may have been withdrawn since. */
  pinnedSeq?: number
  /** Who left and may not be added again; absent while nobody is. Shown to nobody. */
  declinedNos?: number[]
}

/** As much of a hub as one member's unread number needs. */
export type Membership = Pick<HubRecord, 'hubNo' | 'revision' | 'lastSeq' | 'members'>

const schema = defineSchema<HubRecord>('hubs', {
  hubNo: Number,
  makerNo: Number,
  members: [{ userNo: Number, readSeq: Number, joinedAt: Date }],
  memberKey: String,
  uniqueKey: String,
  version: Number,
  revision: Number,
  lastSeq: Number,
  lastActivity: Date,
  pinnedSeq: Number,
  declinedNos: [Number],
})
schema.index({ hubNo: 1 }, { unique: true })
schema.index({ memberKey: 1 })
schema.index({ uniqueKey: 1 }, { unique: true, partialFilterExpression: { uniqueKey: { $exists: true } } })
// Without the activity, which would be moved for every member at every share: that makes counting one in a room of 200 twice as
// slow. Sorting a thousand hubs instead takes three times as long as nineteen, and few people have so many.
schema.index({ 'members.userNo': 1 })
schema.index({ declinedNos: 1 }, { sparse: true })
schema.index({ makerNo: 1 }, { sparse: true })

const AFTER = { returnDocument: 'after', projection: { _id: 0 } } as const

/** The update that counts a new share in its hub. */
export function countingShare(seq: number, sharedAt: Date) {
  return { $inc: { version: 1, revision: 1 }, $max: { lastSeq: seq, lastActivity: sharedAt } }
}

export function createHubStore(connection: Connection) {
  const hubs = connection.model('Hub', schema)

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

  return {
    /** Made by the first of its members. Refused when the same people have a hub already. */
    async insert(hubNo: number, userNos: readonly number[], now: Date): Promise<HubRecord | 'sameMembers'> {
      const memberKey = memberKeyOf(userNos)
      const [makerNo] = userNos
      const hub: HubRecord = {
        hubNo,
        ...(makerNo !== undefined && { makerNo }),
        members: userNos.map(userNo => ({ userNo, readSeq: 0, joinedAt: now })),
        memberKey,
        uniqueKey: memberKey,
        version: 1,
        revision: 1,
        lastSeq: 0,
        lastActivity: now,
      }
      const inserted = await unlessSameMembers(async () => {
        await hubs.create(hub)
        return hub
      })
      return inserted === 'sameMembers' ? inserted : hub
    },
    async existsWith(memberKey: string): Promise<boolean> {
      return (await hubs.findOne({ memberKey }, { _id: 1 }).lean()) !== null
    },
    async byNo(hubNo: number): Promise<HubRecord | null> {
      return hubs.findOne({ hubNo }, { _id: 0 }).lean<HubRecord>()
    },
    /** Those that somebody has made and that are still there, whoever is in them. */
    async countMadeBy(makerNo: number): Promise<number> {
      return hubs.countDocuments({ makerNo })
    },
    async forgetMaker(makerNo: number): Promise<void> {
      await hubs.updateMany({ makerNo }, { $unset: { makerNo: 1 } })
    },
    /** Newest activity first. No index gives them in this order (see above), so all are looked at, and counted meanwhile. */
    async pageOf(userNo: number, { skip, limit }: Range): Promise<{ items: HubRecord[]; total: number }> {
      const newestFirst = {
        $topN: { n: skip + limit, sortBy: { lastActivity: -1, hubNo: -1 }, output: '$$ROOT' },
      }
      const [found] = await hubs.aggregate<{ items: HubRecord[]; total: number }>([
        { $match: { 'members.userNo': userNo } },
        { $unset: '_id' },
        { $group: { _id: null, total: { $sum: 1 }, items: newestFirst } },
        { $project: { _id: 0, total: 1, items: { $slice: ['$items', skip, limit] } } },
      ])
      return found ?? { items: [], total: 0 }
    },
    /** Pins a share for a member, and counts that. Null when it is pinned already, or they are no member any more. */
    async pin(hubNo: number, userNo: number, seq: number): Promise<HubRecord | null> {
      return hubs
        .findOneAndUpdate(
          { hubNo, 'members.userNo': userNo, pinnedSeq: { $ne: seq } },
          { $set: { pinnedSeq: seq }, $inc: { version: 1 } },
          AFTER,
        )
        .lean<HubRecord>()
    },
    /** Takes this pin down, but not a later one. Null when it is down already, or they are no member any more. */
    async unpin(hubNo: number, userNo: number, seq: number): Promise<HubRecord | null> {
      return hubs
        .findOneAndUpdate(
          { hubNo, 'members.userNo': userNo, pinnedSeq: seq },
          { $unset: { pinnedSeq: 1 }, $inc: { version: 1 } },
          AFTER,
        )
        .lean<HubRecord>()
    },
    /** Of all, as the database keeps it: no reading, and right but for a while after a crash. */
    async count(): Promise<number> {
      return hubs.estimatedDocumentCount()
    },
    async numbersOf(userNo: number): Promise<number[]> {
      const found = await hubs.find({ 'members.userNo': userNo }, { _id: 0, hubNo: 1 }).lean()
      return found.map(hub => hub.hubNo)
    },
    /** Every hub of a user with all its members. */
    async ofMember(userNo: number): Promise<HubRecord[]> {
      return hubs.find({ 'members.userNo': userNo }, { _id: 0 }).lean<HubRecord[]>()
    },
    /** Every hub of a user, with that user's membership alone. */
    async membershipsOf(userNo: number): Promise<Membership[]> {
      return hubs
        .find(
          { 'members.userNo': userNo },
          { _id: 0, hubNo: 1, revision: 1, lastSeq: 1, members: { $elemMatch: { userNo } } },
        )
        .lean<Membership[]>()
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
      const grownKey = memberKeyOf([...memberKey.split(',').map(Number), ...added])
      const newMembers = added.map(userNo => ({ userNo, readSeq: '$lastSeq', joinedAt: now }))
      return unlessSameMembers(() =>
        hubs
          .findOneAndUpdate(
            { hubNo, memberKey, declinedNos: { $nin: added } },
            [
              {
                $set: {
                  members: { $concatArrays: ['$members', newMembers] },
                  memberKey: grownKey,
                  uniqueKey: grownKey,
                  version: { $add: ['$version', 1] },
                  revision: { $add: ['$revision', 1] },
                  lastActivity: now,
                },
              },
            ],
            { ...AFTER, updatePipeline: true },
          )
          .lean<HubRecord>(),
      )
    },
    /**
     * Ends a membership, for good if its user declines another, if the hub still has the members of `memberKey`.
     * Null when it has others by now.
     */
    async shrink(
      hubNo: number,
      memberKey: string,
      { userNo, joinedAt, declines }: Pick<MemberRecord, 'userNo' | 'joinedAt'> & { declines: boolean },
    ): Promise<HubRecord | null> {
      const filter = { hubNo, memberKey, members: { $elemMatch: { userNo, joinedAt } } }
      const shrunkKey = memberKeyOf(
        memberKey
          .split(',')
          .map(Number)
          .filter(no => no !== userNo),
      )
      const change = {
        $pull: { members: { userNo } },
        $inc: { version: 1, revision: 1 },
        ...(declines && { $addToSet: { declinedNos: userNo } }),
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
    /** Counts a new share, if its author is still a member. */
    async countShare(hubNo: number, authorNo: number, seq: number, now: Date): Promise<HubRecord | null> {
      return hubs
        .findOneAndUpdate({ hubNo, 'members.userNo': authorNo }, countingShare(seq, now), AFTER)
        .lean<HubRecord>()
    },
    /** Counts a new comment, if its writer is still a member. */
    async countComment(hubNo: number, writerNo: number, now: Date): Promise<HubRecord | null> {
      return hubs
        .findOneAndUpdate(
          { hubNo, 'members.userNo': writerNo },
          { $inc: { version: 1 }, $max: { lastActivity: now } },
          AFTER,
        )
        .lean<HubRecord>()
    },
    /** Counts that a share ended. */
    async countWithdrawal(hubNo: number): Promise<HubRecord | null> {
      return hubs.findOneAndUpdate({ hubNo }, { $inc: { version: 1, revision: 1 } }, AFTER).lean<HubRecord>()
    },
    /** Counts something that changes no unread number; what happens meanwhile in the same hub is counted together next. */
    countChange: createTogether(
      async (hubNo, count) =>
        hubs.findOneAndUpdate({ hubNo }, { $inc: { version: count } }, AFTER).lean<HubRecord>(),
      (hub, place, count) => hub && { ...hub, version: hub.version - count + 1 + place },
    ),
    async markRead(hubNo: number, userNo: number, seq: number): Promise<HubRecord | null> {
      return hubs
        .findOneAndUpdate(
          { hubNo, 'members.userNo': userNo },
          { $max: { 'members.$.readSeq': seq }, $inc: { revision: 1 } },
          AFTER,
        )
        .lean<HubRecord>()
    },
    async forgetDeclined(userNo: number): Promise<void> {
      await hubs.updateMany({ declinedNos: userNo }, { $pull: { declinedNos: userNo } })
    },
    async deleteEmpty(hubNo: number): Promise<void> {
      await hubs.deleteOne({ hubNo, members: { $size: 0 } })
    },
  }
}

export type HubStore = ReturnType<typeof createHubStore>
