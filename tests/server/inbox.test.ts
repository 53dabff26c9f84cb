import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { answerSuggestion, deleteSuggestion } from '#protocol/agora.ts'
import { blockPerson } from '#protocol/blocking.ts'
import { deleteComment, markCommentsRead, postComment, updateComment } from '#protocol/comments.ts'
import { disjoin, muteHub } from '#protocol/hubs.ts'
import {
  countInbox,
  getInbox,
  markAllNotificationsSeen,
  markNotificationSeen,
  markThreadNotificationsSeen,
  type NotificationFilter,
  notificationTargets,
} from '#protocol/inbox.ts'
import {
  NOTIFICATION_MAX_AGE_MS,
  NOTIFICATIONS_LEFT,
  NOTIFICATIONS_MAX,
  NOTIFICATIONS_PER_PAGE,
} from '#protocol/limits.ts'
import { deleteAccount } from '#protocol/myInfo.ts'
import { deleteNote } from '#protocol/notes.ts'
import { setReaction } from '#protocol/reactions.ts'
import { shareNote, unshareNote } from '#protocol/shares.ts'
import { notifyJoined } from '#server/features/inbox/inbox.events.ts'
import { replaceNotification } from '#server/features/inbox/notifications.record.ts'
import { openNodes } from '#tests/support/node.ts'
import {
  addToHub,
  comment,
  makeContacts,
  makeHub,
  newAdministratorAt,
  newUsers,
  PASSWORD,
  shareNewNote,
  signInUser,
  suggest,
  type TestUser,
} from '#tests/support/users.ts'

let now = Date.parse('2026-11-19T03:00:00Z')
let author: TestUser
let friend: TestUser
let other: TestUser
let thread: { hubNo: number; noteNo: number }

const [node] = await openNodes({ clock: () => new Date(now) })
beforeEach(async () => {
  now += 1000
  ;[author, friend, other] = await newUsers(node.url, node.url, node.url)
  const hubNo = await makeHub(author, friend, other)
  thread = { hubNo, noteNo: await shareNewNote(author, hubNo, '질문 셋') }
  for (const user of [friend, other])
    await user.call(markNotificationSeen, { thing: notificationTargets.room(hubNo) })
  now += 1000
})

/** All notifications of a user, except for having been added to the hub. */
async function notificationsOf(user: TestUser) {
  await node.app.context.backgroundTasks.onIdle()
  const { news: notifications } = await user.call(getInbox, {})
  return notifications.filter(({ thing }) => thing !== notificationTargets.room(thread.hubNo))
}
/** The count of the bell, which always equals the list. */
async function countOf(user: TestUser): Promise<number> {
  await node.app.context.backgroundTasks.onIdle()
  const [{ count }, { news }] = await Promise.all([user.call(countInbox, {}), user.call(getInbox, {})])
  expect(news.filter(({ isNew }) => isNew)).toHaveLength(count)
  return count
}
const reply = async (user: TestUser, replyTo: number, text = '답이에요') =>
  (await user.call(postComment, { ...thread, text, replyTo, requestKey: randomUUID() })).comment.commentNo
const kindsOf = async (user: TestUser) => (await notificationsOf(user)).map(({ kind }) => kind)

test('comments on a note are one entry for its author, with their number and last writer, excluding the author’s own', async () => {
  await comment(author, thread)
  expect(await countOf(author)).toBe(0)
  await comment(friend, thread, '첫 댓글')
  const last = await comment(other, thread, '둘째 댓글\n그다음 줄')
  const [entry, ...more] = await notificationsOf(author)
  expect(more).toEqual([])
  expect(entry).toMatchObject({
    kind: 'comment',
    isNew: true,
    peopleCount: 2,
    commentCount: 2,
    comment: { commentNo: last, line: '둘째 댓글' },
    note: { noteNo: thread.noteNo, title: '질문 셋' },
    room: { hubNo: thread.hubNo, name: '', memberCount: 3 },
  })
  expect(entry?.people.map(({ userName }) => userName)).toEqual([other.name, friend.name])
  expect(await countOf(author)).toBe(1)
})

test('users who commented in a thread get notifications of later comments, others and repeated requests do not', async () => {
  await comment(friend, thread)
  const sending = { ...thread, text: '한 번만', requestKey: randomUUID() }
  const { comment: posted } = await author.call(postComment, sending)
  expect(await kindsOf(friend)).toEqual(['thread'])
  expect(await kindsOf(other)).toEqual([])
  await friend.call(markThreadNotificationsSeen, { ...thread, commentNo: posted.commentNo })
  await author.call(postComment, sending)
  expect(await countOf(friend)).toBe(0)
})

test('a comment notifies each user once, with the most specific reason', async () => {
  const asked = await comment(friend, thread, '어때요?')
  const answer = await reply(author, asked, `@${other.name} 함께 봐요`)
  expect(await notificationsOf(other)).toMatchObject([{ kind: 'mention', comment: { commentNo: answer } }])
  expect(await notificationsOf(friend)).toMatchObject([{ kind: 'reply', comment: { commentNo: answer } }])
  await reply(author, asked, `@${friend.name} 하나 더`)
  expect(await kindsOf(friend)).toEqual(['mention', 'reply'])
  expect(await countOf(friend)).toBe(2)
})

test('reading a thread marks its notifications up to there, and keeps newer ones unread', async () => {
  await comment(friend, thread)
  const second = await comment(other, thread)
  const third = await comment(friend, thread, `@${author.name} 셋째`)
  await comment(other, thread, '넷째')
  expect(await countOf(author)).toBe(2)
  await author.call(markCommentsRead, { ...thread, commentNo: second })
  expect(await countOf(author)).toBe(2)
  const [talk] = (await notificationsOf(author)).filter(({ kind }) => kind === 'comment')
  expect(talk).toMatchObject({ commentCount: 1, isNew: true, comment: { line: '넷째' } })
  await author.call(markThreadNotificationsSeen, { ...thread, commentNo: third })
  expect(await countOf(author)).toBe(1)
  await author.call(markCommentsRead, { ...thread, commentNo: third + 1 })
  expect(await countOf(author)).toBe(0)
  await comment(friend, thread, '다섯째')
  const [anew] = await notificationsOf(author)
  expect(anew).toMatchObject({ isNew: true, commentCount: 1, comment: { line: '다섯째' } })
})

test('a deleted comment is removed from notifications, and so are reactions to it', async () => {
  const own = await comment(author, thread, '내 댓글')
  await friend.call(setReaction, { ...thread, commentNo: own, isOn: true })
  const first = await comment(friend, thread, '첫째')
  const second = await comment(friend, thread, `@${author.name} 둘째`)
  expect(await countOf(author)).toBe(3)
  await friend.call(deleteComment, { commentNo: second })
  await author.call(deleteComment, { commentNo: own })
  expect(await countOf(author)).toBe(1)
  await friend.call(deleteComment, { commentNo: first })
  expect(await notificationsOf(author)).toEqual([])
  expect(await countOf(author)).toBe(0)
})

test('an edited comment notifies the users it now mentions, and no longer those it mentioned before', async () => {
  await comment(other, thread)
  const asked = await comment(author, thread, '어때요?')
  await other.call(markThreadNotificationsSeen, { ...thread, commentNo: asked })
  const commentNo = await reply(friend, asked, `@${author.name} 좋아요`)
  expect(await kindsOf(other)).toEqual(['thread'])
  await friend.call(updateComment, { commentNo, text: `@${other.name} 좋아요` })
  expect(await kindsOf(other)).toEqual(['mention'])
  expect(await kindsOf(author)).toContain('reply')
  expect(await kindsOf(author)).not.toContain('mention')
  await friend.call(updateComment, { commentNo, text: '좋아요' })
  expect(await countOf(other)).toBe(0)
})

test('공감 is grouped by target and day, and removed when it is undone', async () => {
  const own = await comment(author, thread, '내 댓글')
  for (const user of [friend, other]) await user.call(setReaction, { ...thread, isOn: true })
  await friend.call(setReaction, { ...thread, commentNo: own, isOn: true })
  await author.call(setReaction, { ...thread, isOn: true })
  const [onComment, onNote] = await notificationsOf(author)
  expect(onNote).toMatchObject({ kind: 'empathy', peopleCount: 2, note: { title: '질문 셋' } })
  expect(onNote?.comment).toBeUndefined()
  expect(onComment).toMatchObject({ kind: 'empathy', peopleCount: 1, comment: { line: '내 댓글' } })
  await author.call(markThreadNotificationsSeen, { ...thread, commentNo: own })
  expect(await countOf(author)).toBe(0)
  await friend.call(setReaction, { ...thread, isOn: true })
  expect(await countOf(author)).toBe(0)
  await friend.call(setReaction, { ...thread, isOn: false })
  expect(await notificationsOf(author)).toMatchObject([{ peopleCount: 1 }, { peopleCount: 1 }])
  await friend.call(setReaction, { ...thread, commentNo: own, isOn: false })
  expect(await notificationsOf(author)).toMatchObject([{ people: [{ userName: other.name }] }])
  // Midnight in Seoul, on the same day in UTC.
  now += 12 * 60 * 60 * 1000
  await friend.call(setReaction, { ...thread, isOn: true })
  expect(await kindsOf(author)).toEqual(['empathy', 'empathy'])
})

test('a user added to a hub sees who added them, until they have seen it or leave', async () => {
  const [maker, invited, later] = await newUsers(node.url, node.url, node.url)
  const hubNo = await makeHub(maker, invited)
  await makeContacts(maker, later)
  await addToHub(maker, hubNo, later, maker, invited)
  for (const user of [invited, later])
    expect((await user.call(getInbox, {})).news).toMatchObject([
      { kind: 'invited', people: [{ userName: maker.name }], room: { hubNo, memberCount: 3 } },
    ])
  expect(await countOf(maker)).toBe(0)
  await invited.call(markNotificationSeen, { thing: notificationTargets.room(hubNo) })
  expect(await countOf(invited)).toBe(0)
  await later.call(disjoin, { targetHubNo: hubNo })
  expect((await later.call(getInbox, {})).news).toEqual([])
  const members = [{ userNo: maker.userNo, readSeq: 0, joinedAt: new Date(now) }]
  await notifyJoined(node.app.context, { hubNo, members }, { joinerNo: later.userNo, makerNo: maker.userNo })
  expect((await maker.call(getInbox, {})).news).toMatchObject([{ kind: 'joined', peopleCount: 1 }])
})

test('the writer of a suggestion is notified of its answer, until the answer is deleted', async () => {
  const administrator = await newAdministratorAt(node.url, node.app.context.repositories.users)
  const { suggestionNo } = await suggest(author)
  const answering = { suggestionNo, answer: '다음 주부터 바꿀 수 있어요.' }
  await administrator.call(answerSuggestion, answering)
  expect(await notificationsOf(author)).toMatchObject([
    { kind: 'answer', opinion: { suggestionNo, line: '다음 주부터 바꿀 수 있어요.' } },
  ])
  await author.call(markNotificationSeen, { thing: notificationTargets.opinion(suggestionNo) })
  expect(await countOf(author)).toBe(0)
  await administrator.call(answerSuggestion, { ...answering, answer: '내일부터 바꿀 수 있어요.' })
  expect(await countOf(author)).toBe(1)
  await author.call(deleteSuggestion, { suggestionNo })
  expect(await countOf(author)).toBe(0)
})

test('a sign-in on a new device is notified once a day', async () => {
  expect(await kindsOf(friend)).toEqual([])
  await signInUser(node.url, friend.email)
  await signInUser(node.url, friend.email)
  expect(await kindsOf(friend)).toEqual(['device'])
})

test('notifications about content that a user may no longer read are removed, also from the count', async () => {
  await comment(friend, thread)
  await comment(other, thread, `@${friend.name} 봐요`)
  expect(await countOf(friend)).toBe(1)
  await author.call(unshareNote, thread)
  expect([await countOf(friend), await countOf(author)]).toEqual([0, 0])
  await author.call(shareNote, thread)
  await comment(other, thread, `@${friend.name} 다시 봐요`)
  expect(await countOf(friend)).toBe(1)
  await friend.call(disjoin, { targetHubNo: thread.hubNo })
  expect((await friend.call(getInbox, {})).news).toEqual([])
  await comment(other, thread, `@${friend.name} 아직 있어요?`)
  expect(await countOf(friend)).toBe(0)
  expect(await countOf(author)).toBe(1)
  await author.call(deleteNote, { noteNo: thread.noteNo })
  expect(await countOf(author)).toBe(0)
})

test('a user is not notified by users they have blocked, and in a muted hub only of mentions', async () => {
  const own = await comment(friend, thread)
  await friend.call(muteHub, { hubNo: thread.hubNo, isMuted: true })
  await author.call(setReaction, { ...thread, commentNo: own, isOn: true })
  await comment(author, thread)
  await reply(author, own)
  expect(await notificationsOf(friend)).toEqual([])
  await reply(author, own, `@${friend.name} 여기예요`)
  expect(await kindsOf(friend)).toEqual(['mention'])

  await other.call(blockPerson, { userNo: friend.userNo })
  await comment(other, thread)
  await comment(friend, thread, `@${other.name} 저예요`)
  await friend.call(setReaction, { ...thread, commentNo: own, isOn: true })
  expect(await notificationsOf(other)).toEqual([])
})

test('notifications that a crash left without a target are removed on reading', async () => {
  const commentNo = await comment(friend, thread)
  await node.app.context.backgroundTasks.onIdle()
  await node.app.context.repositories.comments.delete({ ...thread, commentNo }, new Date(now))
  expect((await author.call(countInbox, {})).count).toBe(1)
  expect(await notificationsOf(author)).toEqual([])
  expect((await author.call(countInbox, {})).count).toBe(0)
})

test('the list can be filtered by new entries and by mentions', async () => {
  const own = await comment(author, thread)
  await comment(friend, thread)
  const answer = await reply(friend, own)
  const called = await comment(other, thread, `@${author.name} 어때요?`)
  await author.call(markNotificationSeen, { thing: notificationTargets.comment(called) })
  const targets = async (only?: NotificationFilter) => {
    const { news: notifications } = await author.call(getInbox, { only })
    return notifications.map(({ thing }) => thing)
  }
  const talk = notificationTargets.talk(thread.hubNo, thread.noteNo)
  const [asked, call] = [answer, called].map(notificationTargets.comment)
  expect((await targets()).toSorted()).toEqual([talk, asked, call].toSorted())
  expect((await targets('new')).toSorted()).toEqual([talk, asked].toSorted())
  expect((await targets('toMe')).toSorted()).toEqual([asked, call].toSorted())
})

test('pages follow each other without gaps, and everything shown is marked as seen at once', async () => {
  const noteNos: number[] = []
  for (let at = 0; at < 2 * NOTIFICATIONS_PER_PAGE; at += 1)
    noteNos.push(await comment(friend, thread, `@${author.name} ${at}`))
  const first = await author.call(getInbox, {})
  expect(first.news).toHaveLength(NOTIFICATIONS_PER_PAGE)
  const second = await author.call(getInbox, { after: first.next ?? undefined })
  expect(second.next).toBeNull()
  const commentNos = [...first.news, ...second.news].map(({ comment }) => comment?.commentNo)
  expect(commentNos).toEqual(noteNos.toReversed())
  const upTo = first.news[0]?.at ?? ''
  now += 1000
  await comment(friend, thread, '그 뒤의 것')
  await author.call(markAllNotificationsSeen, { upTo })
  expect(await countOf(author)).toBe(1)
})

test('notifications are deleted after 90 days, and with the account', async () => {
  await comment(friend, thread)
  now += NOTIFICATION_MAX_AGE_MS + 1000
  const newSession = await signInUser(node.url, author.email)
  expect((await newSession.call(getInbox, {})).news.map(({ kind }) => kind)).not.toContain('comment')
  await node.app.cleanUp()
  const findStored = () =>
    node.app.context.repositories.notifications.findAllByUser(author.userNo, new Date(0))
  expect((await findStored()).map(({ kind }) => kind)).not.toContain('comment')
  await newSession.call(deleteAccount, { password: PASSWORD })
  expect(await findStored()).toEqual([])
})

test('an inbox is limited; the oldest entries are dropped, and the bell counts the remaining ones', async () => {
  const at = (index: number) => new Date(now - NOTIFICATIONS_MAX + index)
  await node.app.context.repositories.notifications.write(
    Array.from({ length: NOTIFICATIONS_MAX }, (_, index) => {
      const target = notificationTargets.device(`기기 ${index}`, '2026-11-19')
      const { userNo } = author
      return replaceNotification({ userNo, target, kind: 'device', at: at(index), device: '기기' })
    }),
  )
  expect((await author.call(countInbox, {})).count).toBe(NOTIFICATIONS_MAX)
  const tab = await author.openSocket()
  await comment(friend, thread)
  await tab.waitForEvent('inbox:changed', ({ count }) => count === NOTIFICATIONS_LEFT)
  await node.app.context.backgroundTasks.onIdle()
  expect((await author.call(countInbox, {})).count).toBe(NOTIFICATIONS_LEFT)
  const stored = await node.app.context.repositories.notifications.findAllByUser(author.userNo, new Date(now))
  expect(stored).toHaveLength(NOTIFICATIONS_LEFT)
  expect(stored.at(-1)).toMatchObject({ kind: 'comment' })
  expect(stored[0]?.at).toEqual(at(NOTIFICATIONS_MAX - NOTIFICATIONS_LEFT + 1))
  tab.close()
})
