import type { Viewer } from '#protocol/access.ts'
import type { Context } from '#server/context.ts'
import { carryOverUnread } from '#server/features/shares/shares.unread.ts'
import { createWithinQuota } from '#server/quotas.ts'
import { publishName, publishPreferences } from './hubs.events.ts'
import { type ListedHub, memberOf, ownHub, withUnread } from './hubs.listing.ts'
import { mutateHubInOneUpdate } from './hubs.mutation.ts'
import type { HubRecord } from './hubs.record.ts'

/** For the viewer only; no other member is notified. Idempotent. */
export async function muteHub(
  context: Context,
  viewer: Viewer,
  { hubNo, isMuted }: { hubNo: number; isMuted: boolean },
): Promise<ListedHub> {
  return publishIfChanged(
    context,
    viewer,
    hubNo,
    await context.repositories.hubs.setPreference(hubNo, viewer.userNo, 'muted', isMuted),
  )
}

/** Limited, so that the first page always has room for new activity. */
export async function pinHub(
  context: Context,
  viewer: Viewer,
  { hubNo, isPinned }: { hubNo: number; isPinned: boolean },
): Promise<ListedHub> {
  const { hubs } = context.repositories
  const { userNo } = viewer
  const setPinned = async (isOn: boolean) => {
    const changed = await hubs.setPreference(hubNo, userNo, 'pinned', isOn)
    if (changed) await context.live.invalidateRecord('hubCounts', userNo)
    return changed
  }
  if (!isPinned) return publishIfChanged(context, viewer, hubNo, await setPinned(false))
  const hub = await ownHub(context, viewer, hubNo)
  if (memberOf(hub, userNo).pinned) return withUnread(context, userNo, hub)
  const changed = await createWithinQuota(context, ['hubsPinned', userNo], {
    count: () => hubs.countPinnedBy(userNo),
    create: () => setPinned(true),
    rollback: async changed => changed && setPinned(false),
  })
  return publishIfChanged(context, viewer, hubNo, changed)
}

/** @param changed null if nothing changed or the viewer is not a member. */
async function publishIfChanged(
  context: Context,
  viewer: Viewer,
  hubNo: number,
  changed: HubRecord | null,
): Promise<ListedHub> {
  const { userNo } = viewer
  if (changed) carryOverUnread(context, changed)
  const hub = await withUnread(context, userNo, changed ?? (await ownHub(context, viewer, hubNo)))
  if (changed) publishPreferences(context, hub, userNo)
  return hub
}

/** Any member may rename the hub; an empty name removes the name. Idempotent. */
export async function renameHub(
  context: Context,
  viewer: Viewer,
  { hubNo, name }: { hubNo: number; name: string },
): Promise<void> {
  await ownHub(context, viewer, hubNo)
  await mutateHubInOneUpdate(context, hubNo, {
    save: () => context.repositories.hubs.setName(hubNo, viewer.userNo, name),
    publish: hub => publishName(context, hub, viewer.userNo),
  })
}
