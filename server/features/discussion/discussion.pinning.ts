import type { Viewer } from '#protocol/access.ts'
import type { Context } from '#server/context.ts'
import { ownHub } from '#server/features/hubs/hubs.listing.ts'
import { changeCountedInHub } from '#server/features/hubs/hubs.mutation.ts'
import { shownShare } from '#server/features/shares/shares.shown.ts'
import { publishPinned } from './discussion.events.ts'

/** Pins a note that is shared in the hub, or takes it down. Doing it again changes nothing and tells nobody. */
export async function pinInRoom(
  context: Context,
  viewer: Viewer,
  { hubNo, noteNo, isPinned }: { hubNo: number; noteNo: number; isPinned: boolean },
): Promise<void> {
  const { stores } = context
  await ownHub(context, viewer, hubNo)
  const { seq } = await shownShare(context, hubNo, noteNo)
  await changeCountedInHub(context, hubNo, {
    save: () => (isPinned ? stores.hubs.pin : stores.hubs.unpin)(hubNo, viewer.userNo, seq),
    publish: hub => publishPinned(context, hub),
  })
}
