import { NOTIFICATION_LINE_MAX } from '#protocol/limits.ts'
import { type PushKind, type PushMessage, pushKinds } from '#protocol/push.ts'
import { shortened } from '#protocol/shortened.ts'
import type { TextKey } from '#protocol/text/index.ts'
import { personOrGone } from '#server/features/accounts/accounts.presenter.ts'
import type { PersonRecord } from '#server/features/accounts/accounts.store.ts'
import type { HubSummary } from '#server/features/hubs/hubs.record.ts'
import { notificationView, peopleNamed } from '#server/features/inbox/inbox.presenter.ts'
import type { FoundNotification } from '#server/features/inbox/notifications.lookup.ts'
import type { Say } from '#server/platform/say.ts'
import type { PushItem } from './push.items.ts'
import type { PushGroup } from './push.rules.ts'

const COUNTED = {
  note: 'push.told.note',
  toMe: 'push.told.toMe',
  comment: 'push.told.comment',
  empathy: 'push.told.empathy',
  invited: 'push.told.invited',
  answer: 'push.told.answer',
  device: 'push.told.device',
} as const satisfies Record<PushKind, TextKey>

type People = ReadonlyMap<number, PersonRecord>

interface Wording {
  userNo: number
  /** Names, titles and the beginnings of comments may be told. */
  showsText: boolean
  people: People
  say: Say
}

/** Everybody whom messages about these may name. */
export function peopleIn(items: readonly PushItem[]): number[] {
  return items.flatMap(({ of, hub }) => [
    ...('share' in of ? [of.share.authorNo] : peopleNamed([of.news])),
    ...(hub?.otherNos ?? []),
  ])
}

/**
 * What a device shows of one place. Unless more is wanted it tells how much of what there is, and neither where nor by whom: it can be read
 * by whoever holds the device.
 */
export function messageOf({ tag, items }: PushGroup, wording: Wording): PushMessage {
  const { userNo, showsText, say } = wording
  const [only, ...more] = items
  const isOne = only !== undefined && more.length === 0
  const hub = tag === 'all' ? null : (only?.hub ?? null)
  return {
    userNo,
    tag,
    title: shortened(
      (showsText && hub && roomName(hub, wording)) || say('push.product'),
      NOTIFICATION_LINE_MAX,
    ),
    body: showsText && isOne ? wordsOf(only, wording) : countsOf(items, say),
    path: isOne ? pathOf(only) : hub ? `/discussion?hub=${hub.hubNo}` : '/inbox',
  }
}

function roomName({ name, otherNos }: HubSummary, { people, say }: Wording): string {
  return name || otherNos.map(no => personOrGone(no, people, say).userName).join(', ')
}

function countsOf(items: readonly PushItem[], say: Say): string {
  const counts = new Map<PushKind, number>()
  for (const { kind, of } of items) {
    const told = 'news' in of ? Math.max(1, of.news.comments.length) : 1
    counts.set(kind, (counts.get(kind) ?? 0) + told)
  }
  return pushKinds
    .filter(kind => counts.has(kind))
    .map(kind => say(COUNTED[kind], { count: counts.get(kind) ?? 0 }))
    .join(' · ')
}

function wordsOf({ of }: PushItem, { people, say }: Wording): string {
  if ('share' in of) {
    const { userName: name } = personOrGone(of.share.authorNo, people, say)
    return `${say('push.told.noteBy', { name })}\n${of.share.title}`
  }
  const view = notificationView(of.news, people, say)
  const name = view.people[0]?.userName ?? ''
  const who =
    view.peopleCount > 1
      ? say('inbox.whoAndOthers', { name, count: view.peopleCount - 1 })
      : say('inbox.who', { name })
  const line = view.comment?.line ?? view.opinion?.line ?? view.device ?? ''
  return [sentenceOf(view, who, say), line].filter(Boolean).join('\n')
}

function sentenceOf(
  { kind, comment, commentCount: count, hasActed }: ReturnType<typeof notificationView>,
  who: string,
  say: Say,
): string {
  switch (kind) {
    case 'comment':
      return count > 1 ? say('inbox.comments', { who, count }) : say('inbox.comment', { who })
    case 'thread':
      return count > 1 ? say('inbox.threads', { who, count }) : say('inbox.thread', { who })
    case 'empathy':
      return say(comment ? 'inbox.empathyComment' : 'inbox.empathyNote', { who })
    case 'device':
      return say('inbox.device')
    case 'report':
      return say(hasActed ? 'inbox.reportActed' : 'inbox.reportSeen')
    default:
      return say(`inbox.${kind}`, { who })
  }
}

/** Where the thing itself is. */
function pathOf({ of, hub }: PushItem): string {
  if ('share' in of) return noteIn(of.share)
  const { kind, noteNo } = of.news
  if (kind === 'device') return '/user/myinfo'
  if (kind === 'answer') return '/agora'
  if (hub === null) return '/inbox'
  if (noteNo === undefined) return `/discussion?hub=${hub.hubNo}`
  const last = lastComment(of.news)
  return noteIn({ noteNo, hubNo: hub.hubNo }) + (last === undefined ? '' : `&comment=${last}`)
}

function noteIn({ noteNo, hubNo }: { noteNo: number; hubNo: number }): string {
  return `/note?no=${noteNo}&hub=${hubNo}`
}

function lastComment({ comments }: FoundNotification): number | undefined {
  return comments.length === 0 ? undefined : Math.max(...comments.map(({ commentNo }) => commentNo))
}
