import { NOTIFICATION_LINE_MAX, PUSH_KEPT_MS, PUSH_LATE_MS } from '#protocol/limits.ts'
import { truncateText } from '#protocol/normalization.ts'
import { type PushKind, type PushMessage, pushKinds } from '#protocol/push.ts'
import type { TextKey } from '#protocol/text/index.ts'
import { DEFAULT_LANGUAGE, isLanguage } from '#protocol/text/languages.ts'
import type { Context } from '#server/context.ts'
import { type Translate, translatorFor } from '#server/platform/i18n.ts'
import type { PushService } from '#server/platform/webPush.ts'
import { findUnseenItems, groupItems, isQuiet, type PushGroup, type PushItem } from './push.items.ts'
import type { PushDevice } from './push.repository.ts'
import { hubName, pathOf, type TextOptions, textsOf, usersIn } from './push.texts.ts'

interface PushDependencies {
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

const COUNTED = {
  note: 'push.message.note',
  toMe: 'push.message.toMe',
  comment: 'push.message.comment',
  empathy: 'push.message.reaction',
  invited: 'push.message.invited',
  answer: 'push.message.answer',
  device: 'push.message.device',
} as const satisfies Record<PushKind, TextKey>

interface MessageOptions extends TextOptions {
  userNo: number
  /** Whether names, titles and excerpts may be shown. */
  showsText: boolean
}

/**
 * The notification for one hub. By default it shows only numbers, without the hub or users, since anybody at the
 * device can read it.
 */
function messageOf({ tag, items }: PushGroup, wording: MessageOptions): PushMessage {
  const { userNo, showsText, t } = wording
  const [only, ...more] = items
  const isOne = only !== undefined && more.length === 0
  const hub = tag === 'all' ? null : (only?.hub ?? null)
  return {
    userNo,
    tag,
    title: truncateText(
      (showsText && hub && hubName(hub, wording)) || t('push.product'),
      NOTIFICATION_LINE_MAX,
    ),
    body: showsText && isOne ? linesOf(only, wording) : countsOf(items, t),
    path: isOne ? pathOf(only) : hub ? `/discussion?hub=${hub.hubNo}` : '/inbox',
  }
}

function countsOf(items: readonly PushItem[], t: Translate): string {
  const counts = new Map<PushKind, number>()
  for (const { kind, of } of items) {
    const count = 'news' in of ? Math.max(1, of.news.comments.length) : 1
    counts.set(kind, (counts.get(kind) ?? 0) + count)
  }
  return pushKinds
    .filter(kind => counts.has(kind))
    .map(kind => t(COUNTED[kind], { count: counts.get(kind) ?? 0 }))
    .join(' · ')
}

function linesOf(item: PushItem, options: TextOptions): string {
  const { sentence, title, line } = textsOf(item, options)
  return [sentence, 'share' in item.of ? title : line].filter(Boolean).join('\n')
}
