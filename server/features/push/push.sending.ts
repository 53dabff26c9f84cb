import { PUSH_KEPT_MS, PUSH_LATE_MS } from '#protocol/limits.ts'
import { DEFAULT_LANGUAGE, isLanguage } from '#protocol/text/languages.ts'
import type { Context } from '#server/context.ts'
import type { PushService } from '#server/platform/push/pushService.ts'
import { sayIn } from '#server/platform/say.ts'
import { findNew } from './push.items.ts'
import { messageOf, peopleIn } from './push.messages.ts'
import { groupsFor, isQuiet } from './push.rules.ts'
import type { PushDevice } from './pushDevices.store.ts'

export interface PushingParts {
  service: PushService
  /** The hubs that somebody has before their eyes, at any node. */
  lookedAtBy(userNo: number): Promise<ReadonlySet<number>>
}

/** How many people are told at once: what each takes is bounded, so a crowd waits in the database and not here. */
const AT_ONCE = 8

/** Tells the devices of all to whom something is due. Each of them is told by one node; one that dies with it is followed by another. */
export async function sendDue(context: Context, parts: PushingParts): Promise<void> {
  await Promise.all(Array.from({ length: AT_ONCE }, () => work(context, parts)))
}

async function work(context: Context, parts: PushingParts): Promise<void> {
  const { stores, clock } = context
  for (;;) {
    const due = await stores.duePushes.take(clock())
    if (due === null) return
    const notificationsSince = new Date(clock().getTime() - PUSH_LATE_MS)
    const since = due.since > notificationsSince ? due.since : notificationsSince
    await notifyUser(context, parts, { userNo: due.userNo, since })
    await stores.duePushes.finish(due)
  }
}

async function notifyUser(
  context: Context,
  { service, lookedAtBy }: PushingParts,
  { userNo, since }: { userNo: number; since: Date },
): Promise<void> {
  const { stores, clock } = context
  const devices = (await stores.pushDevices.ofUser(userNo, clock())).filter(
    ({ push }) => !isQuiet(push, clock()),
  )
  if (devices.length === 0) return
  const items = await findNew(context, { userNo, since }, await lookedAtBy(userNo))
  if (!items.some(({ isFresh }) => isFresh)) return
  const people = await context.people.of(peopleIn(items))

  async function notifyDevice({ tokenId, push }: PushDevice): Promise<void> {
    const say = sayIn(isLanguage(push.language) ? push.language : DEFAULT_LANGUAGE)
    const { showsText } = push
    const messages = groupsFor(push, items).map(group => messageOf(group, { userNo, showsText, people, say }))
    const outcomes = await Promise.all(
      messages.map(message =>
        service.send(push, {
          content: JSON.stringify(message),
          ttlS: PUSH_KEPT_MS / 1000,
          // A push service learns nothing of rooms from it.
          topic: context.digest(`push:${tokenId}:${message.tag}`),
        }),
      ),
    )
    if (outcomes.includes('gone')) await stores.pushDevices.forget(tokenId, push.endpoint)
  }

  await Promise.all(devices.map(notifyDevice))
}
