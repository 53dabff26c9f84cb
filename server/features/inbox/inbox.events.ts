import type { NotificationCount } from '#protocol/inbox.ts'
import { NOTIFICATIONS_LEFT, NOTIFICATIONS_MAX } from '#protocol/limits.ts'
import type { Context } from '#server/context.ts'

/**
 * Publishes to each user the number of new notifications. Counts after the revision was bumped: of two counts the one
 * with the higher revision is right. Deletes the oldest entries of a full inbox first.
 */
export async function publishNotificationCounts(context: Context, userNos: readonly number[]): Promise<void> {
  if (userNos.length === 0) return
  const { repositories, counters, live, clock } = context
  const revision = await counters.next('newsRevision')
  const numbers = [...(await repositories.notifications.countByUser(userNos, clock()))]
  const fullNos = numbers.flatMap(([userNo, { all }]) => (all > NOTIFICATIONS_MAX ? [userNo] : []))
  live.publishToEach(
    'inbox:changed',
    numbers.map(([userNo, { unseen }]) => [[userNo], { count: unseen, revision }]),
  )
  for (const userNo of fullNos)
    await repositories.notifications.deleteAllButNewest(userNo, NOTIFICATIONS_LEFT)
  await publishNotificationCounts(context, fullNos)
}

/** Reads the revision before the count, so the count is at least as new. */
export async function countNotifications(
  { repositories, counters, clock }: Context,
  userNo: number,
): Promise<NotificationCount> {
  const revision = await counters.last('newsRevision')
  const numbers = await repositories.notifications.countByUser([userNo], clock())
  return { count: numbers.get(userNo)?.unseen ?? 0, revision }
}
