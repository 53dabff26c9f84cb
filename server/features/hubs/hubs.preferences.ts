import type { Viewer } from '#protocol/access.ts'
import type { Context } from '#server/context.ts'
import { carryUnread } from '#server/features/shares/shares.unread.ts'
import { createWithinQuota } from '#server/quotas.ts'
import { publishKept } from './hubs.events.ts'
import { type ListedHub, memberOf, ownHub, withUnread } from './hubs.listing.ts'
import type { HubRecord } from './hubs.record.ts'

/** For oneself alone, as pinning: nobody else learns of it. The same again changes nothing. */
export async function muteHub(
  context: Context,
  viewer: Viewer,
  { hubNo, isMuted }: { hubNo: number; isMuted: boolean },
): Promise<ListedHub> {
  return kept(context, viewer, hubNo, await context.stores.hubs.keep(hubNo, viewer.userNo, 'muted', isMuted))
}

/** A few at most, so that what is new always has a place on the first page. */
export async function pinHub(
  context: Context,
  viewer: Viewer,
  { hubNo, isPinned }: { hubNo: number; isPinned: boolean },
): Promise<ListedHub> {
  const { hubs } = context.stores
  const { userNo } = viewer
  const keep = async (isOn: boolean) => {
    const changed = await hubs.keep(hubNo, userNo, 'pinned', isOn)
    if (changed) await context.live.forget('hubCounts', userNo)
    return changed
  }
  if (!isPinned) return kept(context, viewer, hubNo, await keep(false))
  const hub = await ownHub(context, viewer, hubNo)
  if (memberOf(hub, userNo).pinned) return withUnread(context, userNo, hub)
  const changed = await createWithinQuota(context, ['hubsPinned', userNo], {
    count: () => hubs.countPinnedBy(userNo),
    make: () => keep(true),
    takeBack: async changed => changed && keep(false),
  })
  return kept(context, viewer, hubNo, changed)
}

/** @param changed null when it was kept so before, or is none of the viewer's. */
async function kept(
  context: Context,
  viewer: Viewer,
  hubNo: number,
  changed: HubRecord | null,
): Promise<ListedHub> {
  const { userNo } = viewer
  if (changed) carryUnread(context, changed)
  const hub = await withUnread(context, userNo, changed ?? (await ownHub(context, viewer, hubNo)))
  if (changed) publishKept(context, hub, userNo)
  return hub
}
