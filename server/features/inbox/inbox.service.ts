import type { Viewer } from '#protocol/access.ts'
import type { NotificationFilter } from '#protocol/inbox.ts'
import { NOTIFICATIONS_PER_PAGE } from '#protocol/limits.ts'
import { NOTE_ITSELF } from '#protocol/reactions.ts'
import type { Context } from '#server/context.ts'
import { publishNotificationCounts } from './inbox.events.ts'
import { type FoundNotification, isReadable } from './notifications.record.ts'
import type { NotificationPosition } from './notifications.repository.ts'

interface InboxList {
  found: FoundNotification[]
  next: NotificationPosition | null
}

/** Deletes notifications that cannot be shown any more. A crash or concurrent changes may have left them. */
export async function listNotifications(
  context: Context,
  { userNo }: Viewer,
  { after, only }: { after?: NotificationPosition | undefined; only?: NotificationFilter | undefined },
): Promise<InboxList> {
  const { repositories, clock } = context
  const all = await repositories.notifications.findPage(userNo, {
    after,
    only,
    limit: NOTIFICATIONS_PER_PAGE + 1,
    now: clock(),
  })
  const page = all.slice(0, NOTIFICATIONS_PER_PAGE)
  const leftBehind = page.filter(found => !isReadable(found))
  if (leftBehind.length > 0) {
    await repositories.notifications.deleteTargets(
      userNo,
      leftBehind.map(({ thing }) => thing),
    )
    await publishNotificationCounts(context, [userNo])
  }
  return {
    found: page.filter(isReadable),
    next: all.length > NOTIFICATIONS_PER_PAGE ? (page.at(-1) ?? null) : null,
  }
}

export async function seeTarget(context: Context, { userNo }: Viewer, target: string): Promise<void> {
  if (await context.repositories.notifications.seeTarget(userNo, target))
    await publishNotificationCounts(context, [userNo])
}

export async function seeAll(context: Context, { userNo }: Viewer, upTo: Date): Promise<void> {
  if (await context.repositories.notifications.seeAll(userNo, upTo))
    await publishNotificationCounts(context, [userNo])
}

/** Changes nothing without a notification, so it reveals nothing about other hubs. */
export async function seeThread(
  context: Context,
  { userNo }: Viewer,
  {
    hubNo,
    noteNo,
    commentNo = NOTE_ITSELF,
  }: { hubNo: number; noteNo: number; commentNo?: number | undefined },
): Promise<void> {
  const wasNew = await context.repositories.notifications.seeThread(userNo, hubNo, noteNo, commentNo)
  if (wasNew) await publishNotificationCounts(context, [userNo])
}
