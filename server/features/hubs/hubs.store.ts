import type { Connection } from 'mongoose'
import { NOTIFICATION_PEOPLE_SHOWN } from '#protocol/limits.ts'
import { batched } from '#server/platform/batched.ts'
import { listing, membershipOf } from './hubs.listing.store.ts'
import { comingAndGoing } from './hubs.members.store.ts'
import { membershipUpdates } from './hubs.membership.store.ts'
import {
  AFTER,
  type HubRecord,
  type HubSearchEntry,
  type HubSummary,
  hubSchema,
  type Membership,
} from './hubs.record.ts'
import { counting } from './hubVersion.store.ts'

/** Where MongoDB would otherwise give the first 101, and be asked for the others. */
const IN_ONE_ANSWER = { batchSize: 10_000 }

export function createHubStore(connection: Connection) {
  const hubs = connection.model('Hub', hubSchema)

  async function byNos(hubNos: readonly number[]): Promise<Map<number, HubRecord>> {
    const found = await hubs.find({ hubNo: { $in: [...hubNos] } }, { _id: 0 }).lean<HubRecord[]>()
    return new Map(found.map(hub => [hub.hubNo, hub]))
  }
  // All who look at a hub read it when something happens there.
  const oneHub = batched(byNos)

  return {
    ...comingAndGoing(hubs),
    ...counting(hubs),
    ...listing(hubs),
    ...membershipUpdates(hubs),
    /** The number of a hub with exactly these members; null when there is none. */
    async withMembers(memberKey: string): Promise<number | null> {
      return (await hubs.findOne({ memberKey }, { _id: 0, hubNo: 1 }).lean())?.hubNo ?? null
    },
    async byNo(hubNo: number): Promise<HubRecord | null> {
      return (await oneHub(hubNo)) ?? null
    },
    byNos,
    /** Those that somebody has made and that are still there, whoever is in them. */
    async countMadeBy(makerNo: number): Promise<number> {
      return hubs.countDocuments({ makerNo })
    },
    async forgetMaker(makerNo: number): Promise<void> {
      await hubs.updateMany({ makerNo }, { $unset: { makerNo: 1 } })
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
    /** Names it for a member, and counts that; '' takes the name away. Null when it is called so, or they are no member any more. */
    async setName(hubNo: number, userNo: number, name: string): Promise<HubRecord | null> {
      const isAnother = name === '' ? { $exists: true } : { $ne: name }
      const change = name === '' ? { $unset: { name: 1 } } : { $set: { name } }
      return hubs
        .findOneAndUpdate(
          { hubNo, 'members.userNo': userNo, name: isAnother },
          { ...change, $inc: { version: 1 } },
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
    /** The same without what is only of the members: hundreds of hubs with hundreds of members each are read at once. */
    async rostersOf(userNo: number): Promise<HubSearchEntry[]> {
      return hubs.aggregate<HubSearchEntry>([
        { $match: { 'members.userNo': userNo } },
        { $project: { _id: 0, hubNo: 1, name: 1, lastActivity: 1, userNos: '$members.userNo' } },
      ])
    },
    /** Every hub of a user, of whose members a few are read: there may be hundreds of each. */
    async glimpsesOf(userNo: number): Promise<HubSummary[]> {
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
            ...{ own: membershipOf(userNo), otherNos: others },
          },
        },
      ])
    },
    /** Every hub of a user, or those among some, with that user's membership alone. */
    async membershipsOf(userNo: number, among?: readonly number[]): Promise<Membership[]> {
      return hubs
        .find(
          { 'members.userNo': userNo, ...(among && { hubNo: { $in: [...among] } }) },
          { _id: 0, hubNo: 1, revision: 1, lastSeq: 1, members: { $elemMatch: { userNo } } },
          IN_ONE_ANSWER,
        )
        .lean<Membership[]>()
    },
    /** At which revision each of a user's hubs is. One document, which takes a tenth of what one for each hub would. */
    async revisionsOf(userNo: number): Promise<Pick<HubRecord, 'hubNo' | 'revision'>[]> {
      const [found] = await hubs.aggregate<{ hubNos: number[]; revisions: number[] }>([
        { $match: { 'members.userNo': userNo } },
        { $group: { _id: null, hubNos: { $push: '$hubNo' }, revisions: { $push: '$revision' } } },
      ])
      const { hubNos = [], revisions = [] } = found ?? {}
      return hubNos.map((hubNo, at) => ({ hubNo, revision: revisions[at] ?? 0 }))
    },
    /** Which hubs they declined, and which they were taken out of. */
    async forgetClosedTo(userNo: number): Promise<void> {
      await hubs.updateMany(
        { $or: [{ declinedNos: userNo }, { expelledNos: userNo }] },
        { $pull: { declinedNos: userNo, expelledNos: userNo } },
      )
    },
    /** As it was made. */
    async deleteUnannounced({ hubNo, version }: Pick<HubRecord, 'hubNo' | 'version'>): Promise<void> {
      await hubs.deleteOne({ hubNo, version })
    },
    async deleteEmpty(hubNo: number): Promise<void> {
      await hubs.deleteOne({ hubNo, members: { $size: 0 } })
    },
  }
}

export type HubStore = ReturnType<typeof createHubStore>
