import type { Model } from 'mongoose'
import type { HubOrder } from '#protocol/hubs.ts'
import type { Range } from '#server/platform/page.ts'
import type { HubRecord, MemberRecord } from './hubs.record.ts'

/** Which of somebody's hubs a list holds, and in which order below those that they have pinned. */
export interface HubChoice {
  order: HubOrder
  /** Their numbers; absent: all. */
  among?: readonly number[] | undefined
}

/** How many hubs somebody has. */
export interface HubCounts {
  total: number
  pinned: number
}

/** What a page is, so far as it is known without looking at all of somebody's hubs. */
export interface NewestHubs extends HubCounts {
  items: HubRecord[]
  /** There are no others than those that were looked at, and counted. */
  isAll: boolean
  /** None of the others, unless it is pinned, belongs on the page. */
  isSettled: boolean
}

/** So many more than the page reaches to: of those that were active in the same minute only all together have an order. */
const LOOKED_AT_BEYOND = 75

/** A hub as it is put into order. */
interface FoundHub extends HubRecord {
  _id: unknown
  own: MemberRecord
}

/** Somebody's membership in a hub, as an expression. */
export function membershipOf(userNo: number) {
  return { $first: { $filter: { input: '$members', cond: { $eq: ['$$this.userNo', userNo] }, limit: 1 } } }
}

/** Those that they have pinned, then newest first, and how many there are. */
function inOrder({ skip, limit }: Range, since: 'lastActivity' | 'own.joinedAt', more: object = {}) {
  const newestFirst = {
    $topN: {
      n: skip + limit,
      sortBy: { 'own.pinned': -1, [since]: -1, hubNo: -1 },
      output: '$$ROOT',
    },
  }
  return [
    { $group: { _id: null, total: { $sum: 1 }, items: newestFirst, ...more } },
    // Each stage costs the database as much as several hubs do.
    ...(skip === 0 ? [] : [{ $set: { items: { $slice: ['$items', skip, limit] } } }]),
  ]
}

const asStored = ({ _id, own, ...hub }: FoundHub): HubRecord => hub

/** The pages of one's list of hubs. */
export function listing(hubs: Model<HubRecord>) {
  return {
    /** No index gives them in this order, since pins are a member's own, so all are looked at, and counted meanwhile. */
    async pageOf(
      userNo: number,
      range: Range,
      { order, among }: HubChoice = { order: 'talk' },
    ): Promise<{ items: HubRecord[]; total: number }> {
      const [found] = await hubs.aggregate<{ items: FoundHub[]; total: number }>([
        { $match: { 'members.userNo': userNo, ...(among && { hubNo: { $in: [...among] } }) } },
        { $set: { own: membershipOf(userNo) } },
        ...inOrder(range, order === 'talk' ? 'lastActivity' : 'own.joinedAt'),
      ])
      const { items = [], total = 0 } = found ?? {}
      return { items: items.map(asStored), total }
    },
    /** The same for the order of talk, of those alone that were active last: hardly anybody has more. */
    async newestOf(userNo: number, range: Range): Promise<NewestHubs> {
      const lookedAt = range.skip + range.limit + LOOKED_AT_BEYOND
      const [found] = await hubs.aggregate<HubCounts & { items: FoundHub[]; until: Date | null }>([
        { $match: { 'members.userNo': userNo } },
        { $sort: { activeMinute: -1 } },
        { $limit: lookedAt },
        { $set: { own: membershipOf(userNo) } },
        ...inOrder(range, 'lastActivity', {
          pinned: { $sum: { $cond: ['$own.pinned', 1, 0] } },
          until: { $last: '$activeMinute' },
        }),
      ])
      const { items = [], total = 0, pinned = 0, until = null } = found ?? {}
      const last = items.at(-1)
      const isSettled = last?.activeMinute !== undefined && (until === null || last.activeMinute > until)
      return { items: items.map(asStored), total, pinned, isAll: total < lookedAt, isSettled }
    },
    /** Of each of these people. */
    async countsOf(userNos: readonly number[]): Promise<Map<number, HubCounts>> {
      const count = async (userNo: number) => {
        const [found] = await hubs.aggregate<HubCounts>([
          { $match: { 'members.userNo': userNo } },
          { $set: { own: membershipOf(userNo) } },
          { $group: { _id: null, total: { $sum: 1 }, pinned: { $sum: { $cond: ['$own.pinned', 1, 0] } } } },
        ])
        return [userNo, { total: found?.total ?? 0, pinned: found?.pinned ?? 0 }] as const
      }
      return new Map(await Promise.all(userNos.map(count)))
    },
  }
}
