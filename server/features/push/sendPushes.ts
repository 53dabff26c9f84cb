import { PUSH_KEPT_MS, PUSH_LATE_MS } from '#protocol/limits.ts'
import { DEFAULT_LANGUAGE, isLanguage } from '#protocol/text/languages.ts'
import type { Context } from '#server/context.ts'
import { translatorFor } from '#server/platform/i18n.ts'
import type { PushService } from '#server/platform/push/pushService.ts'
import { findUnseenItems } from './push.items.ts'
import { messageOf, usersIn } from './push.messages.ts'
import { groupItems, isQuiet } from './push.rules.ts'
import type { PushDevice } from './pushDevices.repository.ts'

export interface PushDependencies {
  service: PushService
  /** Hubs that the user has in view, on any node. */
  lookedAtBy(userNo: number): Promise<ReadonlySet<number>>
}

/** Concurrent users. The work per user is bounded, and further jobs wait in the database. */
const CONCURRENCY = 8

/** Sends all due pushes. Each job is leased to one node; after a crash another node takes it over. */
export async function sendDuePushes(context: Context, parts: PushDependencies): Promise<void> {
  await Promise.all(Array.from({ length: CONCURRENCY }, () => work(context, parts)))
}

async function work(context: Context, parts: PushDependencies): Promise<void> {
  const { repositories, clock } = context
  for (;;) {
    const due = await repositories.pushQueue.lease(clock())
    if (due === null) return
    const notificationsSince = new Date(clock().getTime() - PUSH_LATE_MS)
    const since = due.since > notificationsSince ? due.since : notificationsSince
    await notifyUser(context, parts, { userNo: due.userNo, since })
    await repositories.pushQueue.finish(due)
  }
}

async function notifyUser(
  context: Context,
  { service, lookedAtBy }: PushDependencies,
  { userNo, since }: { userNo: number; since: Date },
): Promise<void> {
  const { repositories, clock } = context
  const devices = (await repositories.pushDevices.findByUser(userNo, clock())).filter(
    ({ push }) => !isQuiet(push, clock()),
  )
  if (devices.length === 0) return
  const items = await findUnseenItems(context, { userNo, since }, await lookedAtBy(userNo))
  if (!items.some(({ isFresh }) => isFresh)) return
  const people = await context.people.getMany(usersIn(items))

  async function notifyDevice({ tokenId, push }: PushDevice): Promise<void> {
    const t = translatorFor(isLanguage(push.language) ? push.language : DEFAULT_LANGUAGE)
    const { showsText } = push
    const messages = groupItems(push, items).map(group => messageOf(group, { userNo, showsText, people, t }))
    const outcomes = await Promise.all(
      messages.map(message =>
        service.send(push, {
          content: JSON.stringify(message),
          ttlS: PUSH_KEPT_MS / 1000,
          // The push service learns nothing about hubs from the topic.
          topic: context.keyedHash(`push:${tokenId}:${message.tag}`),
        }),
      ),
    )
    if (outcomes.includes('gone')) await repositories.pushDevices.removeSubscription(tokenId, push.endpoint)
  }

  await Promise.all(devices.map(notifyDevice))
}
