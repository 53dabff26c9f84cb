import type { Viewer } from '#protocol/access.ts'
import type { Context } from '#server/context.ts'
import { requireRoomFor } from '#server/platform/errors.ts'
import { announceKept } from './hubs.events.ts'
import { type ListedHub, ownHub, withUnread } from './hubs.listing.ts'
import type { MemberRecord } from './hubs.record.ts'

/** For oneself alone, as pinning: nobody else learns of it. The same again changes nothing. */
export async function muteHub(
  context: Context,
  viewer: Viewer,
  { hubNo, isMuted }: { hubNo: number; isMuted: boolean },
): Promise<ListedHub> {
  return keepHub(context, viewer, { hubNo, how: 'muted', isOn: isMuted })
}

/** A few at most, so that what is new always has a place on the first page. */
export async function pinHub(
  context: Context,
  viewer: Viewer,
  { hubNo, isPinned }: { hubNo: number; isPinned: boolean },
): Promise<ListedHub> {
  await ownHub(context, viewer, hubNo)
  if (isPinned) requireRoomFor('hubsPinned', await context.stores.hubs.countPinnedBy(viewer.userNo, hubNo))
  return keepHub(context, viewer, { hubNo, how: 'pinned', isOn: isPinned })
}

interface Keeping {
  hubNo: number
  how: keyof Pick<MemberRecord, 'muted' | 'pinned'>
  isOn: boolean
}

async function keepHub(context: Context, viewer: Viewer, { hubNo, how, isOn }: Keeping): Promise<ListedHub> {
  const { userNo } = viewer
  const changed = await context.stores.hubs.keep(hubNo, userNo, how, isOn)
  const hub = await withUnread(context, userNo, changed ?? (await ownHub(context, viewer, hubNo)))
  if (changed) announceKept(context, hub, userNo)
  return hub
}
