import type { NotificationCount } from '#protocol/inbox.ts'
import { NOTIFICATIONS_LEFT, NOTIFICATIONS_MAX } from '#protocol/limits.ts'
import type { Context } from '#server/context.ts'

/**
 * Tells each how many of their entries are new. They are counted after the revision was taken: of two numbers the one with the
 * higher revision is right. Whose inbox is full loses the oldest entries, and hears the number that is left.
 */
export async function publishNumbers(context: Context, userNos: readonly number[]): Promise<void> {
  if (userNos.length === 0) return
  const { stores, counters, live, clock } = context
  const revision = await counters.next('newsRevision')
  const numbers = [...(await stores.notifications.countOf(userNos, clock()))]
  const fullNos = numbers.flatMap(([userNo, { all }]) => (all > NOTIFICATIONS_MAX ? [userNo] : []))
  live.tellEach(
    'inbox:changed',
    numbers.map(([userNo, { unseen }]) => [[userNo], { count: unseen, revision }]),
  )
  for (const userNo of fullNos) await stores.notifications.keepNewest(userNo, NOTIFICATIONS_LEFT)
  await publishNumbers(context, fullNos)
}

/** Read after the revision, so the number holds at least all up to it. */
export async function countNotifications(
  { stores, counters, clock }: Context,
  userNo: number,
): Promise<NotificationCount> {
  const revision = await counters.last('newsRevision')
  const numbers = await stores.notifications.countOf([userNo], clock())
  return { count: numbers.get(userNo)?.unseen ?? 0, revision }
}
