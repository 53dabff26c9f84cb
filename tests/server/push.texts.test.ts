import { beforeAll, expect, test } from 'vitest'
import { notificationPath, notificationText } from '#client/features/inbox/NotificationItem.tsx'
import { completeCatalogue } from '#client/platform/language/language.ts'
import type { NotificationKind } from '#protocol/inbox.ts'
import { pushKindOf } from '#protocol/push.ts'
import type { PersonRecord } from '#server/features/accounts/accounts.repository.ts'
import type { HubSummary } from '#server/features/hubs/hubs.record.ts'
import { notificationView } from '#server/features/inbox/inbox.presenter.ts'
import type { FoundNotification } from '#server/features/inbox/notifications.record.ts'
import { pathOf, textsOf } from '#server/features/push/push.texts.ts'
import { translatorFor } from '#server/platform/i18n.ts'

/** The inbox is rendered by the client, and push notifications and mails by the server. They must not differ. */

const [ME, MINHO, JIEUN] = [1, 2, 3]
const at = new Date(0)
const people = new Map(
  [ME, MINHO, JIEUN].map(userNo => [userNo, { userNo, username: `친구${userNo}` } as PersonRecord]),
)
const t = translatorFor('ko')

const inHub: Partial<FoundNotification> = {
  hubNo: 4,
  hubs: [{ hubNo: 4, members: [ME, MINHO].map(userNo => ({ userNo, joinedAt: at, readSeq: 0 })) }],
}
const onNote: Partial<FoundNotification> = {
  ...inHub,
  noteNo: 12,
  notes: [{ noteNo: 12, title: '여행' }],
}
const comments = [
  { commentNo: 7, writerNo: MINHO, text: '언제 가요?' },
  { commentNo: 8, writerNo: JIEUN, text: '내일요' },
]

const samples: Record<NotificationKind, Partial<FoundNotification>> = {
  comment: { ...onNote, comments },
  thread: { ...onNote, comments },
  reply: { ...onNote, comments: comments.slice(0, 1) },
  mention: { ...onNote, comments: comments.slice(0, 1) },
  empathy: { ...onNote, byNos: [MINHO, JIEUN] },
  passage: { ...onNote, byNos: [MINHO, JIEUN] },
  invited: { ...inHub, byNos: [MINHO] },
  joined: { ...inHub, byNos: [MINHO, JIEUN] },
  answer: {
    suggestionNo: 5,
    suggestions: [{ suggestionNo: 5, answer: { opinion: '고마워요', writerNo: MINHO, timeCreated: at } }],
  },
  device: { device: 'Chrome · Windows' },
  report: { hasActed: true },
  takenDown: { noteNo: 12, notes: [{ noteNo: 12, title: '여행' }], reason: '전화번호' },
  backupFailed: {},
}
/** Nobody is named. */
const withoutUsers: NotificationKind[] = ['device', 'report', 'takenDown', 'backupFailed']

const nothing = { hubs: [], shares: [], notes: [], comments: [], suggestions: [] }
const kinds = Object.keys(samples) as NotificationKind[]

beforeAll(completeCatalogue)

test.each(kinds)('%s: a push and a mail say what the inbox says, and lead there', kind => {
  const news: FoundNotification = { userNo: ME, thing: kind, kind, at, ...nothing, ...samples[kind] }
  const view = notificationView(news, people, t)
  expect(view.people.length > 0, 'usersOf (server/features/inbox/inbox.presenter.ts)').toBe(
    !withoutUsers.includes(kind),
  )
  const hub = news.hubNo === undefined ? null : ({ hubNo: news.hubNo, otherNos: [MINHO] } as unknown)
  const item = {
    kind: pushKindOf[kind],
    isMention: false,
    isFresh: true,
    hub: hub as HubSummary,
    of: { news },
  }
  expect(textsOf(item, { people, t }).sentence, 'sentenceOf (server/features/push/push.texts.ts)').toBe(
    notificationText(view),
  )
  expect(pathOf(item), 'pathOf (server/features/push/push.texts.ts)').toBe(notificationPath(view))
})
