import type { Context } from '#server/context.ts'
import { seenView } from '#server/features/hubs/hubs.presenter.ts'
import type { HubRecord } from '#server/features/hubs/hubs.record.ts'
import { carryOverUnread, countUnreadOfMembers } from '#server/features/shares/shares.unread.ts'

/**
 * Publishes the new unread count to each member who has seen something. `places` are indexes into the hub's members.
 */
export async function publishSeen(
  context: Context,
  hub: HubRecord,
  places: readonly number[],
): Promise<void> {
  const members = hub.members.filter((_, place) => places.includes(place))
  carryOverUnread(
    context,
    hub,
    members.map(({ userNo }) => userNo),
  )
  const unread = await countUnreadOfMembers(context, { ...hub, members })
  context.live.publishToEach(
    'unread:changed',
    members.map(({ userNo }) => [
      [userNo],
      seenView({ ...hub, numUnreadArticles: unread.get(userNo) ?? 0 }, userNo),
    ]),
  )
}
