import { isMember, type Viewer } from '#protocol/access.ts'
import type { HubOrder } from '#protocol/hubs.ts'
import type { Context } from '#server/context.ts'
import { type ReadHub, unreadIn } from '#server/features/shares/shares.unread.ts'
import { notFound } from '#server/platform/errors.ts'
import { type Page, pageAt, type Range } from '#server/platform/page.ts'
import type { HubRecord, MemberRecord } from './hubs.record.ts'
import { listUnread } from './hubs.unread.ts'

export type ListedHub = HubRecord & { numUnreadArticles: number }

/** A hub that the viewer is in; any other is not found. */
export async function ownHub({ stores }: Context, viewer: Viewer, hubNo: number): Promise<HubRecord> {
  return requireMember(viewer, await stores.hubs.byNo(hubNo))
}

export function requireMember(viewer: Viewer, hub: HubRecord | null): HubRecord {
  if (hub === null || !isMember(viewer, hub)) throw notFound()
  return hub
}

/** What is asked of a list of one's hubs. */
export interface HubListing {
  curPageNo: number
  hubsPerPage: number
  order?: HubOrder
  onlyUnread?: boolean
}

/** All devices of a person ask for it when they are told of something new. */
export function listHubs(context: Context, viewer: Viewer, listing: HubListing): Promise<Page<ListedHub>> {
  const { curPageNo, hubsPerPage, order, onlyUnread } = listing
  const key = `hubs of ${viewer.userNo} ${curPageNo} ${hubsPerPage} ${order} ${onlyUnread}`
  return context.readShared(key, () => readList(context, viewer, listing))
}

async function readList(
  context: Context,
  viewer: Viewer,
  { curPageNo, hubsPerPage, order = 'talk', onlyUnread = false }: HubListing,
): Promise<Page<ListedHub>> {
  const { userNo } = viewer
  const among = onlyUnread ? await unreadHubNos(context, viewer) : undefined
  const isOfAllByTalk = order === 'talk' && among === undefined
  const page = await pageAt(curPageNo, hubsPerPage, range =>
    isOfAllByTalk
      ? pageByTalk(context, userNo, range)
      : context.stores.hubs.pageOf(userNo, range, { order, among }),
  )
  return { ...page, items: await withUnreadAll(context, userNo, page.items) }
}

/** Whoever has a thousand need not wait until all are looked at: how many there are, and pinned, the node remembers. */
async function pageByTalk(
  { stores: { hubs }, hubCounts }: Context,
  userNo: number,
  range: Range,
): Promise<{ items: HubRecord[]; total: number }> {
  const newest = await hubs.newestOf(userNo, range)
  if (newest.isAll) return newest
  const counts = (await hubCounts.of([userNo])).get(userNo)
  const isPage = newest.isSettled && newest.pinned === counts?.pinned
  return isPage ? { items: newest.items, total: counts.total } : hubs.pageOf(userNo, range)
}

/** As they were read before the count: each number holds at least all up to its hub's revision. */
export async function withUnreadAll(
  context: Context,
  userNo: number,
  hubs: readonly HubRecord[],
): Promise<ListedHub[]> {
  const numbers = await unreadIn(context, hubs.map(readBy(userNo)))
  return hubs.map((hub, at) => ({ ...hub, numUnreadArticles: numbers[at] ?? 0 }))
}

async function unreadHubNos(context: Context, viewer: Viewer): Promise<number[]> {
  const hubs = await listUnread(context, viewer)
  return hubs.filter(({ numUnreadArticles }) => numUnreadArticles > 0).map(({ hubNo }) => hubNo)
}

/** The hub's revision was read before the count, so the number holds at least all up to it. */
export async function withUnread(context: Context, userNo: number, hub: HubRecord): Promise<ListedHub> {
  const [numUnreadArticles = 0] = await unreadIn(context, [hub].map(readBy(userNo)))
  return { ...hub, numUnreadArticles }
}

function readBy(userNo: number): (hub: HubRecord) => ReadHub {
  return hub => ({ ...hub, reader: memberOf(hub, userNo) })
}

export function memberOf(hub: Pick<HubRecord, 'hubNo' | 'members'>, userNo: number): MemberRecord {
  const member = hub.members.find(candidate => candidate.userNo === userNo)
  if (member === undefined) throw new Error(`user ${userNo} is not in hub ${hub.hubNo}`)
  return member
}
