import type { Viewer } from '#protocol/access.ts'
import type { Context } from '#server/context.ts'
import { changeCountedInHub } from './hubs.change.ts'
import { announceNamed } from './hubs.events.ts'
import { ownHub } from './hubs.listing.ts'

/** Any member may; an empty name takes the old one away. The same name again changes nothing. */
export async function nameHub(
  context: Context,
  viewer: Viewer,
  { hubNo, name }: { hubNo: number; name: string },
): Promise<void> {
  await ownHub(context, viewer, hubNo)
  await changeCountedInHub(context, hubNo, {
    save: () => context.stores.hubs.setName(hubNo, viewer.userNo, name),
    tell: hub => announceNamed(context, hub, viewer.userNo),
  })
}
