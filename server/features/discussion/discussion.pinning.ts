import type { Viewer } from '#protocol/access.ts'
import type { Context } from '#server/context.ts'
import { changeInHub } from '#server/features/hubs/hubs.change.ts'
import { ownHub } from '#server/features/hubs/hubs.listing.ts'
import { notFound } from '#server/platform/errors.ts'
import { pinnedIn } from './discussion.domain.ts'

/** Pins a note that is shared in the hub, or takes it down. Doing it again changes nothing and tells nobody. */
export async function pinNote(
  context: Context,
  viewer: Viewer,
  { hubNo, noteNo, isPinned }: { hubNo: number; noteNo: number; isPinned: boolean },
): Promise<void> {
  const { stores, live } = context
  await ownHub(context, viewer, hubNo)
  const share = await stores.shares.live(hubNo, noteNo)
  if (share === null) throw notFound()
  await changeInHub(context, hubNo, {
    save: () => (isPinned ? stores.hubs.pin : stores.hubs.unpin)(hubNo, viewer.userNo, share.seq),
    // The same update counted it.
    count: hub => hub,
    async tell(hub) {
      const pinned = await pinnedIn(context, hub)
      live.emitToHub(hubNo, 'note:pinned', { hubNo, version: hub.version, pinned })
    },
  })
}
