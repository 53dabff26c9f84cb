import type { Viewer } from '#protocol/access.ts'
import type { Context } from '#server/context.ts'
import { ownHub } from '#server/features/hubs/hubs.listing.ts'
import { mutateHubInOneUpdate } from '#server/features/hubs/hubs.mutation.ts'
import { findVisibleShare } from '#server/features/shares/shares.visibility.ts'
import { publishPinned } from './discussion.events.ts'

/** Pins a note that is shared in the hub, or unpins it. Idempotent; publishes only changes. */
export async function pinNoteInHub(
  context: Context,
  viewer: Viewer,
  { hubNo, noteNo, isPinned }: { hubNo: number; noteNo: number; isPinned: boolean },
): Promise<void> {
  const { repositories } = context
  await ownHub(context, viewer, hubNo)
  const { seq } = await findVisibleShare(context, hubNo, noteNo)
  await mutateHubInOneUpdate(context, hubNo, {
    save: () => (isPinned ? repositories.hubs.pin : repositories.hubs.unpin)(hubNo, viewer.userNo, seq),
    publish: hub => publishPinned(context, hub),
  })
}
