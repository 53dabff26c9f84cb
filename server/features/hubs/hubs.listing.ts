import { isMember, type Viewer } from '#protocol/access.ts'
import type { UnreadView } from '#protocol/hubs.ts'
import type { Context } from '#server/context.ts'
import { type ReadHub, unreadIn } from '#server/features/shares/shares.unread.ts'
import { notFound } from '#server/platform/errors.ts'
import { type Page, pageAt } from '#server/platform/page.ts'
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
  const page = await pageAt(asked.curPageNo, asked.hubsPerPage, range =>
    context.stores.hubs.pageOf(viewer.userNo, range),
  )
  const numbers = await unreadIn(context, page.items.map(readBy(viewer.userNo)))
  return { ...page, items: page.items.map((hub, at) => ({ ...hub, numUnreadArticles: numbers[at] ?? 0 })) }
}

/** The hub's revision was read before the count, so the number holds at least all up to it. */
export async function withUnread(context: Context, userNo: number, hub: HubRecord): Promise<ListedHub> {
  const [numUnreadArticles = 0] = await unreadIn(context, [hub].map(readBy(userNo)))
  return { ...hub, numUnreadArticles }
}

export async function listUnread(context: Context, viewer: Viewer): Promise<UnreadView[]> {
  const hubs = await context.stores.hubs.membershipsOf(viewer.userNo)
  const numbers = await unreadIn(context, hubs.map(readBy(viewer.userNo)))
  return hubs.map(({ hubNo, revision }, at) => ({ hubNo, revision, numUnreadArticles: numbers[at] ?? 0 }))
}

function readBy(userNo: number): (hub: Membership) => ReadHub {
  return hub => ({ ...hub, reader: memberOf(hub, userNo) })
}

export function memberOf(hub: Pick<HubRecord, 'hubNo' | 'members'>, userNo: number): MemberRecord {
  const member = hub.members.find(candidate => candidate.userNo === userNo)
  if (member === undefined) throw new Error(`user ${userNo} is not in hub ${hub.hubNo}`)
  return member
}
