import { isMember, type Viewer } from '#protocol/access.ts'
import type { UnreadView } from '#protocol/hubs.ts'
import type { Context } from '#server/context.ts'
import { unreadOf } from '#server/features/shares/shares.unread.ts'
import { notFound } from '#server/platform/errors.ts'
import { type Page, pageOf } from '#server/platform/page.ts'
import type { HubRecord, MemberRecord, Membership } from './hubs.store.ts'

export type ListedHub = HubRecord & { numUnreadArticles: number }

/** A hub that the viewer is in; any other is not found. */
export async function ownHub({ stores }: Context, viewer: Viewer, hubNo: number): Promise<HubRecord> {
  return requireMember(viewer, await stores.hubs.byNo(hubNo))
}

export function requireMember(viewer: Viewer, hub: HubRecord | null): HubRecord {
  if (hub === null || !isMember(viewer, hub)) throw notFound()
  return hub
}

export async function listHubs(
  context: Context,
  viewer: Viewer,
  asked: { curPageNo: number; hubsPerPage: number },
): Promise<Page<ListedHub>> {
  const { hubs } = context.stores
  const page = await pageOf(asked.curPageNo, asked.hubsPerPage, await hubs.countOf(viewer.userNo), range =>
    hubs.pageOf(viewer.userNo, range),
  )
  const numbers = await unreadIn(context, viewer.userNo, page.items)
  return { ...page, items: page.items.map((hub, at) => ({ ...hub, numUnreadArticles: numbers[at] ?? 0 })) }
}

/** The hub's revision was read before the count, so the number holds at least all up to it. */
export async function withUnread(context: Context, userNo: number, hub: HubRecord): Promise<ListedHub> {
  return { ...hub, numUnreadArticles: await unreadOf(context, hub.hubNo, memberOf(hub, userNo)) }
}

export async function listUnread(context: Context, viewer: Viewer): Promise<UnreadView[]> {
  const hubs = await context.stores.hubs.membershipsOf(viewer.userNo)
  const numbers = await unreadIn(context, viewer.userNo, hubs)
  return hubs.map(({ hubNo, revision }, at) => ({ hubNo, revision, numUnreadArticles: numbers[at] ?? 0 }))
}

/** Most hubs are read up to their last share, and one question tells that nothing in them has to be counted. */
async function unreadIn(context: Context, userNo: number, hubs: readonly Membership[]): Promise<number[]> {
  const members = hubs.map(hub => memberOf(hub, userNo))
  const isRead = hubs.map((hub, at) => (members[at]?.readSeq ?? 0) >= hub.lastSeq)
  const readHubs = hubs.filter((_, at) => isRead[at])
  // A server that died may have saved a share which its hub never counted.
  const uncounted = await context.stores.shares.hubsWithLater(readHubs)
  return Promise.all(
    members.map((member, at) => {
      const { hubNo } = hubs[at] as Membership
      return isRead[at] && !uncounted.has(hubNo) ? 0 : unreadOf(context, hubNo, member)
    }),
  )
}

export function memberOf(hub: Pick<HubRecord, 'hubNo' | 'members'>, userNo: number): MemberRecord {
  const member = hub.members.find(candidate => candidate.userNo === userNo)
  if (member === undefined) throw new Error(`user ${userNo} is not in hub ${hub.hubNo}`)
  return member
}
