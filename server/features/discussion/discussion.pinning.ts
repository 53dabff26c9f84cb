import type { Viewer } from '#protocol/access.ts'
import type { Context } from '#server/context.ts'
import { changeCountedInHub } from '#server/features/hubs/hubs.change.ts'
import { ownHub } from '#server/features/hubs/hubs.listing.ts'
import { shownShare } from '#server/features/shares/shares.shown.ts'
import { announcePinned } from './discussion.events.ts'

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
    tell: hub => announcePinned(context, hub),
  })
}
