import type { Viewer } from '#protocol/access.ts'
import type { Context } from '#server/context.ts'
import { publishNamed } from './hubs.events.ts'
import { ownHub } from './hubs.listing.ts'
import { changeCountedInHub } from './hubs.mutation.ts'

/** Any member may; an empty name takes the old one away. The same name again changes nothing. */
export async function nameHub(
  context: Context,
  viewer: Viewer,
  { hubNo, name }: { hubNo: number; name: string },
): Promise<void> {
  await ownHub(context, viewer, hubNo)
  await changeCountedInHub(context, hubNo, {
    save: () => context.stores.hubs.setName(hubNo, viewer.userNo, name),
    publish: hub => publishNamed(context, hub, viewer.userNo),
  })
}
