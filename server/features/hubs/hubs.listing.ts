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
  const hub = await stores.hubs.byNo(hubNo)
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
  return { ...page, items: await Promise.all(page.items.map(hub => withUnread(context, viewer.userNo, hub))) }
}

/** The hub's revision was read before the count, so the number holds at least all up to it. */
export async function withUnread(context: Context, userNo: number, hub: HubRecord): Promise<ListedHub> {
  return { ...hub, numUnreadArticles: await numberOf(context, userNo, hub) }
}

export async function listUnread(context: Context, viewer: Viewer): Promise<UnreadView[]> {
  const hubs = await context.stores.hubs.membershipsOf(viewer.userNo)
  return Promise.all(
    hubs.map(async hub => ({
      hubNo: hub.hubNo,
      revision: hub.revision,
      numUnreadArticles: await numberOf(context, viewer.userNo, hub),
    })),
  )
}

/** Most hubs are read up to their last share, and nothing has to be counted. */
async function numberOf(context: Context, userNo: number, hub: Membership): Promise<number> {
  const member = memberOf(hub, userNo)
  return member.readSeq >= hub.lastSeq ? 0 : unreadOf(context, hub.hubNo, member)
}

function memberOf(hub: Membership, userNo: number): MemberRecord {
  const member = hub.members.find(candidate => candidate.userNo === userNo)
  if (member === undefined) throw new Error(`user ${userNo} is not in hub ${hub.hubNo}`)
  return member
}
