import { beforeEach, expect, test } from 'vitest'
import { blockPerson } from '#protocol/blocking.ts'
import { muteHub } from '#protocol/hubs.ts'
import { countInbox, getInbox, markNotificationSeen, notificationTargets } from '#protocol/inbox.ts'
import { deleteHighlight } from '#protocol/passages.ts'
import { shareNote, unshareNote } from '#protocol/shares.ts'
import { DAY_MS } from '#server/platform/durations.ts'
import { openNodes } from '#tests/support/node.ts'
import { commentOn, highlight, passageOf } from '#tests/support/passages.ts'
import { lookUp, makeHub, newUsers, type TestUser, writeNote } from '#tests/support/users.ts'

const TEXT = '우리는 도서관에서 만나 책을 골랐어요. 저녁에는 강가를 걸었어요.'
const LIBRARY = passageOf(TEXT, '도서관에서 만나')
const RIVER = passageOf(TEXT, '강가')

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
  thread = { hubNo, noteNo: await writeNote(author, '봄', TEXT) }
  await author.call(shareNote, thread)
})

async function notificationsOf(user: TestUser) {
  await node.app.context.backgroundTasks.onIdle()
  const { news } = await user.call(getInbox, {})
  expect((await user.call(countInbox, {})).count).toBe(news.filter(({ isNew }) => isNew).length)
  return news.filter(({ kind }) => kind === 'passage')
}

test('highlights of a note are one entry a day for its author, and an own highlight is none', async () => {
  await highlight(author, thread, LIBRARY)
  expect(await notificationsOf(author)).toEqual([])
  await highlight(friend, thread, LIBRARY)
  await highlight(friend, thread, RIVER)
  await highlight(other, thread, RIVER)
  const [entry, ...more] = await notificationsOf(author)
  expect(more).toEqual([])
  expect(entry).toMatchObject({
    kind: 'passage',
    isNew: true,
    people: [{ userName: other.name }, { userName: friend.name }],
    peopleCount: 2,
    note: { noteNo: thread.noteNo },
    room: { hubNo: thread.hubNo },
  })
  now += DAY_MS
  await highlight(other, thread, LIBRARY)
  expect(await notificationsOf(author)).toHaveLength(2)
  expect(await notificationsOf(friend)).toEqual([])
})

test('a repeated highlight does not make a seen entry new again', async () => {
  await highlight(friend, thread, LIBRARY)
  const [entry] = await notificationsOf(author)
  await author.call(markNotificationSeen, { thing: entry?.thing ?? '' })
  await highlight(friend, thread, LIBRARY)
  expect(await notificationsOf(author)).toMatchObject([{ isNew: false }])
})

test('a user stays in the entry until their last highlight of that day is deleted', async () => {
  const first = await highlight(friend, thread, LIBRARY)
  const second = await highlight(friend, thread, RIVER)
  await highlight(other, thread, RIVER)
  await friend.call(deleteHighlight, { highlightNo: first.highlightNo })
  expect(await notificationsOf(author)).toMatchObject([{ peopleCount: 2 }])
  now += DAY_MS
  const nextDay = await highlight(friend, thread, LIBRARY)
  await friend.call(deleteHighlight, { highlightNo: second.highlightNo })
  expect(await notificationsOf(author)).toMatchObject([
    { people: [{ userName: friend.name }] },
    { people: [{ userName: other.name }] },
  ])
  await friend.call(deleteHighlight, { highlightNo: nextDay.highlightNo })
  expect(await notificationsOf(author)).toHaveLength(1)
})

test('an author is not notified by users they have blocked, in a muted room, or of a withdrawn share', async () => {
  await highlight(other, thread, LIBRARY)
  await lookUp(author, friend)
  await author.call(blockPerson, { userNo: friend.userNo })
  await highlight(friend, thread, LIBRARY)
  expect(await notificationsOf(author)).toMatchObject([{ peopleCount: 1 }])
  await author.call(unshareNote, thread)
  expect(await notificationsOf(author)).toEqual([])
  await author.call(shareNote, thread)
  await author.call(muteHub, { hubNo: thread.hubNo, isMuted: true })
  await highlight(other, thread, RIVER)
  expect(await notificationsOf(author)).toEqual([])
})

test('a comment on a passage notifies as any comment', async () => {
  const { commentNo } = await commentOn(friend, thread, LIBRARY)
  await commentOn(author, thread, LIBRARY, { replyTo: commentNo })
  await node.app.context.backgroundTasks.onIdle()
  const [toAuthor, toFriend] = [await author.call(getInbox, {}), await friend.call(getInbox, {})]
  expect(toAuthor.news).toMatchObject([{ kind: 'comment', comment: { commentNo } }])
  expect(toFriend.news.map(({ kind }) => kind)).toContain('reply')
  expect(toFriend.news.map(({ thing }) => thing)).not.toContain(
    notificationTargets.passage(thread.hubNo, thread.noteNo, '2026-11-19'),
  )
})
