import type { Context } from '#server/context.ts'
import { seenView } from '#server/features/hubs/hubs.presenter.ts'
import type { HubRecord } from '#server/features/hubs/hubs.record.ts'
import { carryUnread, unreadOfMembers } from '#server/features/shares/shares.unread.ts'

/** To each of those who have seen something, what is unread now. `places`: theirs among the hub's members. */
export async function publishSeen(
  context: Context,
  hub: HubRecord,
  places: readonly number[],
): Promise<void> {
  const members = hub.members.filter((_, place) => places.includes(place))
  carryUnread(
    context,
    hub,
    members.map(({ userNo }) => userNo),
  )
  const unread = await unreadOfMembers(context, { ...hub, members })
  context.live.tellEach(
    'unread:changed',
    members.map(({ userNo }) => [
      [userNo],
      seenView({ ...hub, numUnreadArticles: unread.get(userNo) ?? 0 }, userNo),
    ]),
  )
}
