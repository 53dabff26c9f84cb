import type { Viewer } from '#protocol/access.ts'
import type { NotificationFilter } from '#protocol/inbox.ts'
import { NOTIFICATIONS_PER_PAGE } from '#protocol/limits.ts'
import { NOTE_ITSELF } from '#protocol/reactions.ts'
import type { Context } from '#server/context.ts'
import { publishNumbers } from './inbox.events.ts'
import { type FoundNotification, isReadable } from './notifications.lookup.ts'
import type { NotificationPlace } from './notifications.store.ts'

interface InboxList {
  found: FoundNotification[]
  next: NotificationPlace | null
}

/**
 * What cannot be told any more is deleted when it is met: a crash, or two changes in the same moment, may have left it.
 */
export async function listNotifications(
  context: Context,
  { userNo }: Viewer,
  { after, only }: { after?: NotificationPlace | undefined; only?: NotificationFilter | undefined },
): Promise<InboxList> {
  const { stores, clock } = context
  const all = await stores.notifications.page(userNo, {
    after,
    only,
    limit: NOTIFICATIONS_PER_PAGE + 1,
    now: clock(),
  })
  const page = all.slice(0, NOTIFICATIONS_PER_PAGE)
  const leftBehind = page.filter(found => !isReadable(found))
  if (leftBehind.length > 0) {
    await stores.notifications.deleteTargets(
      userNo,
      leftBehind.map(({ thing }) => thing),
    )
    await publishNumbers(context, [userNo])
  }
  return {
    found: page.filter(isReadable),
    next: all.length > NOTIFICATIONS_PER_PAGE ? (page.at(-1) ?? null) : null,
  }
}

export async function seeTarget(context: Context, { userNo }: Viewer, thing: string): Promise<void> {
  if (await context.stores.notifications.seeTarget(userNo, thing)) await publishNumbers(context, [userNo])
}

export async function seeAll(context: Context, { userNo }: Viewer, upTo: Date): Promise<void> {
  if (await context.stores.notifications.seeAll(userNo, upTo)) await publishNumbers(context, [userNo])
}

/** Of what somebody has no entry nothing changes: so nobody learns anything of a room that is not theirs. */
export async function seeThread(
  context: Context,
  { userNo }: Viewer,
  {
    hubNo,
    noteNo,
    commentNo = NOTE_ITSELF,
  }: { hubNo: number; noteNo: number; commentNo?: number | undefined },
): Promise<void> {
  const wasNew = await context.stores.notifications.seeThread(userNo, hubNo, noteNo, commentNo)
  if (wasNew) await publishNumbers(context, [userNo])
}
