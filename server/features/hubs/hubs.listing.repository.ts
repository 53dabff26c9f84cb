import type { Model } from 'mongoose'
import type { HubOrder } from '#protocol/hubs.ts'
import type { Range } from '#server/platform/paging.ts'
import type { HubRecord, MemberRecord } from './hubs.record.ts'

/** Filter and order of a hub list. Pinned hubs come first in any order. */
interface HubChoice {
  order: HubOrder
  /** Hub numbers; absent for all hubs. */
  among?: readonly number[] | undefined
}

/** Number of hubs of a user. */
export interface HubCounts {
  total: number
  pinned: number
}

/** A page, as far as it is known without reading all hubs of the user. */
interface NewestHubs extends HubCounts {
  items: HubRecord[]
  /** All hubs of the user were read and counted. */
  isAll: boolean
  /** No unpinned hub that was not read belongs on the page. */
  isSettled: boolean
}

/** Additional hubs to read: hubs that were active in the same minute are ordered only among themselves. */
const EXTRA_HUBS_READ = 75

/** A hub with its sort keys. */
interface FoundHub extends HubRecord {
  _id: unknown
  own: MemberRecord
}

/** The user's membership as an expression. */
export function membershipExpression(userNo: number) {
  return { $first: { $filter: { input: '$members', cond: { $eq: ['$$this.userNo', userNo] }, limit: 1 } } }
}

/** Pinned hubs first, then newest first, with the total. */
function pageStages({ skip, limit }: Range, since: 'lastActivity' | 'own.joinedAt', more: object = {}) {
  const newestFirst = {
    $topN: {
      n: skip + limit,
      sortBy: { 'own.pinned': -1, [since]: -1, hubNo: -1 },
      output: '$$ROOT',
    },
  }
  return [
    { $group: { _id: null, total: { $sum: 1 }, items: newestFirst, ...more } },
    // Each pipeline stage costs as much as reading several hubs.
    ...(skip === 0 ? [] : [{ $set: { items: { $slice: ['$items', skip, limit] } } }]),
  ]
}

const asStored = ({ _id, own, ...hub }: FoundHub): HubRecord => hub

export function createHubListQueries(hubs: Model<HubRecord>) {
  return {
    /** Pins are per member, so no index has this order: reads and counts all hubs of the user. */
    async findPage(
      userNo: number,
      range: Range,
      { order, among }: HubChoice = { order: 'talk' },
    ): Promise<{ items: HubRecord[]; total: number }> {
      const [found] = await hubs.aggregate<{ items: FoundHub[]; total: number }>([
        { $match: { 'members.userNo': userNo, ...(among && { hubNo: { $in: [...among] } }) } },
        { $set: { own: membershipExpression(userNo) } },
        ...pageStages(range, order === 'talk' ? 'lastActivity' : 'own.joinedAt'),
      ])
      const { items = [], total = 0 } = found ?? {}
      return { items: items.map(asStored), total }
    },
    /** The page in activity order, reading the most recently active hubs only. Hardly any user has more. */
    async findNewest(userNo: number, range: Range): Promise<NewestHubs> {
      const lookedAt = range.skip + range.limit + EXTRA_HUBS_READ
      const [found] = await hubs.aggregate<HubCounts & { items: FoundHub[]; until: Date | null }>([
        { $match: { 'members.userNo': userNo } },
        { $sort: { activeMinute: -1 } },
        { $limit: lookedAt },
        { $set: { own: membershipExpression(userNo) } },
        ...pageStages(range, 'lastActivity', {
          pinned: { $sum: { $cond: ['$own.pinned', 1, 0] } },
          until: { $last: '$activeMinute' },
        }),
      ])
      const { items = [], total = 0, pinned = 0, until = null } = found ?? {}
      const last = items.at(-1)
      const isSettled = last?.activeMinute !== undefined && (until === null || last.activeMinute > until)
      return { items: items.map(asStored), total, pinned, isAll: total < lookedAt, isSettled }
    },
    /** By user number. */
    async getCounts(userNos: readonly number[]): Promise<Map<number, HubCounts>> {
      const count = async (userNo: number) => {
        const [found] = await hubs.aggregate<HubCounts>([
          { $match: { 'members.userNo': userNo } },
          { $set: { own: membershipExpression(userNo) } },
          { $group: { _id: null, total: { $sum: 1 }, pinned: { $sum: { $cond: ['$own.pinned', 1, 0] } } } },
        ])
        return [userNo, { total: found?.total ?? 0, pinned: found?.pinned ?? 0 }] as const
      }
      return new Map(await Promise.all(userNos.map(count)))
    },
  }
}
