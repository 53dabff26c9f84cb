import type { Connection } from 'mongoose'
import { NOTIFICATION_PEOPLE_SHOWN } from '#protocol/limits.ts'
import { createBatchLoader } from '#server/platform/batching.ts'
import { createHubListQueries, membershipExpression } from './hubs.listing.repository.ts'
import { createMembershipMutations, createMemberUpdates } from './hubs.members.repository.ts'
import {
  createHubVersionUpdates,
  type HubRecord,
  type HubSearchEntry,
  type HubSummary,
  hubDocumentSchema,
  type Membership,
  RETURN_UPDATED,
} from './hubs.record.ts'

/** MongoDB returns 101 documents in the first batch by default. */
const SINGLE_BATCH = { batchSize: 10_000 }

export function createHubRepository(connection: Connection) {
  const hubs = connection.model('Hub', hubDocumentSchema)

  async function findByNos(hubNos: readonly number[]): Promise<Map<number, HubRecord>> {
    const found = await hubs.find({ hubNo: { $in: [...hubNos] } }, { _id: 0 }).lean<HubRecord[]>()
    return new Map(found.map(hub => [hub.hubNo, hub]))
  }
  // All viewers of a hub read it after a change.
  const oneHub = createBatchLoader(findByNos)

  return {
    ...createMembershipMutations(hubs),
    ...createHubVersionUpdates(hubs),
    ...createHubListQueries(hubs),
    ...createMemberUpdates(hubs),
    /** Number of the hub with exactly these members, or null. */
    async findNoByMemberKey(memberKey: string): Promise<number | null> {
      return (await hubs.findOne({ memberKey }, { _id: 0, hubNo: 1 }).lean())?.hubNo ?? null
    },
    async findByNo(hubNo: number): Promise<HubRecord | null> {
      return (await oneHub(hubNo)) ?? null
    },
    findByNos,
    /** Existing hubs created by the user, whoever their members are. */
    async countCreatedBy(makerNo: number): Promise<number> {
      return hubs.countDocuments({ makerNo })
    },
    async removeCreator(makerNo: number): Promise<void> {
      await hubs.updateMany({ makerNo }, { $unset: { makerNo: 1 } })
    },
    /** Pins a share and bumps the version. Null if it is pinned already or the user is no longer a member. */
    async pin(hubNo: number, userNo: number, seq: number): Promise<HubRecord | null> {
      return hubs
        .findOneAndUpdate(
          { hubNo, 'members.userNo': userNo, pinnedSeq: { $ne: seq } },
          { $set: { pinnedSeq: seq }, $inc: { version: 1 } },
          RETURN_UPDATED,
        )
        .lean<HubRecord>()
    },
    /** Removes this pin, but not a later one. Null if it is gone already or the user is no longer a member. */
    async unpin(hubNo: number, userNo: number, seq: number): Promise<HubRecord | null> {
      return hubs
        .findOneAndUpdate(
          { hubNo, 'members.userNo': userNo, pinnedSeq: seq },
          { $unset: { pinnedSeq: 1 }, $inc: { version: 1 } },
          RETURN_UPDATED,
        )
        .lean<HubRecord>()
    },
    /**
     * Sets the name and bumps the version; '' removes the name. Null if nothing changes or the user is no longer a
     * member.
     */
    async setName(hubNo: number, userNo: number, name: string): Promise<HubRecord | null> {
      const isAnother = name === '' ? { $exists: true } : { $ne: name }
      const change = name === '' ? { $unset: { name: 1 } } : { $set: { name } }
      return hubs
        .findOneAndUpdate(
          { hubNo, 'members.userNo': userNo, name: isAnother },
          { ...change, $inc: { version: 1 } },
          RETURN_UPDATED,
        )
        .lean<HubRecord>()
    },
    /** Estimated from metadata, without reading documents. It may be wrong for a while after a crash. */
    async count(): Promise<number> {
      return hubs.estimatedDocumentCount()
    },
    async findNosByMember(userNo: number): Promise<number[]> {
      const found = await hubs.find({ 'members.userNo': userNo }, { _id: 0, hubNo: 1 }).lean()
      return found.map(hub => hub.hubNo)
    },
    /** All hubs of a user with all members. */
    async findByMember(userNo: number): Promise<HubRecord[]> {
      return hubs.find({ 'members.userNo': userNo }, { _id: 0 }).lean<HubRecord[]>()
    },
    /** Without member state: reads hundreds of hubs with hundreds of members each. */
    async findSearchEntries(userNo: number): Promise<HubSearchEntry[]> {
      return hubs.aggregate<HubSearchEntry>([
        { $match: { 'members.userNo': userNo } },
        { $project: { _id: 0, hubNo: 1, name: 1, lastActivity: 1, userNos: '$members.userNo' } },
      ])
    },
    /** All hubs of a user with the first members only: there may be hundreds of both. */
    async findSummaries(userNo: number): Promise<HubSummary[]> {
      const firstNos = {
        $map: { input: { $slice: ['$members', NOTIFICATION_PEOPLE_SHOWN + 1] }, in: '$$this.userNo' },
      }
      const others = {
        $filter: { input: firstNos, cond: { $ne: ['$$this', userNo] }, limit: NOTIFICATION_PEOPLE_SHOWN },
      }
      return hubs.aggregate<HubSummary>([
        { $match: { 'members.userNo': userNo } },
        {
          $project: {
            ...{ _id: 0, hubNo: 1, name: 1, lastActivity: 1 },
            ...{ own: membershipExpression(userNo), otherNos: others },
          },
        },
      ])
    },
    /** All hubs of a user, or some of them, with the membership of that user only. */
    async findMemberships(userNo: number, among?: readonly number[]): Promise<Membership[]> {
      return hubs
        .find(
          { 'members.userNo': userNo, ...(among && { hubNo: { $in: [...among] } }) },
          { _id: 0, hubNo: 1, revision: 1, lastSeq: 1, members: { $elemMatch: { userNo } } },
          SINGLE_BATCH,
        )
        .lean<Membership[]>()
    },
    /** Current revision of each hub of a user. One document costs a tenth of one document per hub. */
    async findRevisions(userNo: number): Promise<Pick<HubRecord, 'hubNo' | 'revision'>[]> {
      const [found] = await hubs.aggregate<{ hubNos: number[]; revisions: number[] }>([
        { $match: { 'members.userNo': userNo } },
        { $group: { _id: null, hubNos: { $push: '$hubNo' }, revisions: { $push: '$revision' } } },
      ])
      const { hubNos = [], revisions = [] } = found ?? {}
      return hubNos.map((hubNo, at) => ({ hubNo, revision: revisions[at] ?? 0 }))
    },
    /** Removes the user from the lists of declined and banned users. */
    async removeFromClosedLists(userNo: number): Promise<void> {
      await hubs.updateMany(
        { $or: [{ declinedNos: userNo }, { expelledNos: userNo }] },
        { $pull: { declinedNos: userNo, expelledNos: userNo } },
      )
    },
    /** Only if the hub is unchanged since its creation. */
    async deleteUnpublished({ hubNo, version }: Pick<HubRecord, 'hubNo' | 'version'>): Promise<void> {
      await hubs.deleteOne({ hubNo, version })
    },
    async deleteEmpty(hubNo: number): Promise<void> {
      await hubs.deleteOne({ hubNo, members: { $size: 0 } })
    },
  }
}
