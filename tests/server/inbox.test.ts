import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { answerSuggestion, deleteSuggestion } from '#protocol/agora.ts'
import { blockPerson } from '#protocol/blocking.ts'
import { deleteComment, markCommentsRead, postComment, updateComment } from '#protocol/comments.ts'
import { addMatching, disjoin, muteHub } from '#protocol/hubs.ts'
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
import { notifyJoined } from '#server/features/inbox/inbox.notify.ts'
import { replacing } from '#server/features/inbox/notifications.writes.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import {
  administratorAt,
  comment,
  makeContacts,
  makeHub,
  newPerson,
  PASSWORD,
  type Person,
  shareNewNote,
  signedIn,
  suggest,
} from '#tests/support/person.ts'

let node: TestNode
let now = Date.parse('2026-11-19T03:00:00Z')
let author: Person
let friend: Person
let other: Person
let thread: { hubNo: number; noteNo: number }

beforeAll(async () => {
  node = await startNode({ mongoUrl: await emptyDatabase(), clock: () => new Date(now) })
})
afterAll(() => node.stop())
beforeEach(async () => {
  now += 1000
  author = await newPerson(node.url, '글쓴이')
  friend = await newPerson(node.url, '친구')
  other = await newPerson(node.url, '다른 친구')
  const hubNo = await makeHub(author, friend, other)
  thread = { hubNo, noteNo: await shareNewNote(author, hubNo, '질문 셋') }
  for (const person of [friend, other])
    await person.does(markNotificationSeen, { thing: notificationTargets.room(hubNo) })
  now += 1000
})

/** All that somebody is told of, but for the room that they were put into. */
async function notificationsOf(person: Person) {
  await node.app.context.backgroundTasks.settled()
  const { news: notifications } = await person.does(getInbox, {})
  return notifications.filter(({ thing }) => thing !== notificationTargets.room(thread.hubNo))
}
/** What the bell counts; it is never another number than the list shows. */
async function countOf(person: Person): Promise<number> {
  await node.app.context.backgroundTasks.settled()
  const { count } = await person.does(countInbox, {})
  const { news: notifications } = await person.does(getInbox, {})
  expect(notifications.filter(({ isNew }) => isNew)).toHaveLength(count)
  return count
}
const reply = async (person: Person, replyTo: number, text = '답이에요') =>
  (await person.does(postComment, { ...thread, text, replyTo, requestKey: randomUUID() })).comment.commentNo
const kindsOf = async (person: Person) => (await notificationsOf(person)).map(({ kind }) => kind)

test('comments on one’s note are one entry with their number and who wrote last; one’s own are none', async () => {
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

test('who wrote in a thread is told of what follows there, and who did not is not', async () => {
  await comment(friend, thread)
  await comment(author, thread)
  expect(await kindsOf(friend)).toEqual(['thread'])
  expect(await kindsOf(other)).toEqual([])
})

test('a comment is told each once, by what concerns them most', async () => {
  const asked = await comment(friend, thread, '어때요?')
  const answer = await reply(author, asked, `@${other.name} 함께 봐요`)
  expect(await notificationsOf(other)).toMatchObject([{ kind: 'mention', comment: { commentNo: answer } }])
  expect(await notificationsOf(friend)).toMatchObject([{ kind: 'reply', comment: { commentNo: answer } }])
  await reply(author, asked, `@${friend.name} 하나 더`)
  expect(await kindsOf(friend)).toEqual(['mention', 'reply'])
  expect(await countOf(friend)).toBe(2)
})

test('the same sending once more tells nothing anew', async () => {
  const sending = { ...thread, text: '한 번만', requestKey: randomUUID() }
  const { comment: posted } = await friend.does(postComment, sending)
  await author.does(markThreadNotificationsSeen, { ...thread, commentNo: posted.commentNo })
  await friend.does(postComment, sending)
  expect(await countOf(author)).toBe(0)
})

test('reading a thread lowers what stands up to there, and what came since stays', async () => {
  await comment(friend, thread)
  const second = await comment(other, thread)
  const third = await comment(friend, thread, `@${author.name} 셋째`)
  await comment(other, thread, '넷째')
  expect(await countOf(author)).toBe(2)
  await author.does(markCommentsRead, { ...thread, commentNo: second })
  expect(await countOf(author)).toBe(2)
  const [talk] = (await notificationsOf(author)).filter(({ kind }) => kind === 'comment')
  expect(talk).toMatchObject({ commentCount: 1, isNew: true, comment: { line: '넷째' } })
  await author.does(markThreadNotificationsSeen, { ...thread, commentNo: third })
  expect(await countOf(author)).toBe(1)
  await author.does(markCommentsRead, { ...thread, commentNo: third + 1 })
  expect(await countOf(author)).toBe(0)
  await comment(friend, thread, '다섯째')
  const [anew] = await notificationsOf(author)
  expect(anew).toMatchObject({ isNew: true, commentCount: 1, comment: { line: '다섯째' } })
})

test('a deleted comment is told of no more, and neither is who empathized with it', async () => {
  const mine = await comment(author, thread, '내 댓글')
  await friend.does(setReaction, { ...thread, commentNo: mine, isOn: true })
  const first = await comment(friend, thread, '첫째')
  const second = await comment(friend, thread, `@${author.name} 둘째`)
  expect(await countOf(author)).toBe(3)
  await friend.does(deleteComment, { commentNo: second })
  await author.does(deleteComment, { commentNo: mine })
  expect(await countOf(author)).toBe(1)
  await friend.does(deleteComment, { commentNo: first })
  expect(await notificationsOf(author)).toEqual([])
  expect(await countOf(author)).toBe(0)
})

test('a changed comment calls whom it mentions now, and nobody else any more', async () => {
  await comment(other, thread)
  const asked = await comment(author, thread, '어때요?')
  await other.does(markThreadNotificationsSeen, { ...thread, commentNo: asked })
  const commentNo = await reply(friend, asked, `@${author.name} 좋아요`)
  expect(await kindsOf(other)).toEqual(['thread'])
  await friend.does(updateComment, { commentNo, text: `@${other.name} 좋아요` })
  expect(await kindsOf(other)).toEqual(['mention'])
  expect(await kindsOf(author)).toContain('reply')
  expect(await kindsOf(author)).not.toContain('mention')
  await friend.does(updateComment, { commentNo, text: '좋아요' })
  expect(await countOf(other)).toBe(0)
})

test('공감 is gathered a thing and day, and taken back it is told no more', async () => {
  const mine = await comment(author, thread, '내 댓글')
  for (const person of [friend, other]) await person.does(setReaction, { ...thread, isOn: true })
  await friend.does(setReaction, { ...thread, commentNo: mine, isOn: true })
  await author.does(setReaction, { ...thread, isOn: true })
  const [onComment, onNote] = await notificationsOf(author)
  expect(onNote).toMatchObject({ kind: 'empathy', peopleCount: 2, note: { title: '질문 셋' } })
  expect(onNote?.comment).toBeUndefined()
  expect(onComment).toMatchObject({ kind: 'empathy', peopleCount: 1, comment: { line: '내 댓글' } })
  await author.does(markThreadNotificationsSeen, { ...thread, commentNo: mine })
  expect(await countOf(author)).toBe(0)
  await friend.does(setReaction, { ...thread, isOn: true })
  expect(await countOf(author)).toBe(0)
  await friend.does(setReaction, { ...thread, isOn: false })
  expect(await notificationsOf(author)).toMatchObject([{ peopleCount: 1 }, { peopleCount: 1 }])
  await friend.does(setReaction, { ...thread, commentNo: mine, isOn: false })
  expect(await notificationsOf(author)).toMatchObject([{ people: [{ userName: other.name }] }])
  now += 24 * 60 * 60 * 1000
  await friend.does(setReaction, { ...thread, isOn: true })
  expect(await kindsOf(author)).toEqual(['empathy', 'empathy'])
})

test('who is put into a room is told by whom, until they have seen it or leave it', async () => {
  const [maker, invited, later] = [
    await newPerson(node.url, '부르는 이'),
    await newPerson(node.url),
    await newPerson(node.url),
  ]
  const hubNo = await makeHub(maker, invited)
  await makeContacts(maker, later)
  const members = [maker, invited, later].map(({ userNo }) => userNo)
  await maker.does(addMatching, {
    hubNo,
    friendsJSON: JSON.stringify([later.userNo]),
    expectedResult: JSON.stringify(members),
  })
  for (const person of [invited, later])
    expect((await person.does(getInbox, {})).news).toMatchObject([
      { kind: 'invited', people: [{ userName: maker.name }], room: { hubNo, memberCount: 3 } },
    ])
  expect(await countOf(maker)).toBe(0)
  await invited.does(markNotificationSeen, { thing: notificationTargets.room(hubNo) })
  expect(await countOf(invited)).toBe(0)
  await later.does(disjoin, { targetHubNo: hubNo })
  expect((await later.does(getInbox, {})).news).toEqual([])
  await notifyJoined(node.app.context, { hubNo, joinerNo: later.userNo, makerNo: maker.userNo })
  expect((await maker.does(getInbox, {})).news).toMatchObject([{ kind: 'joined', peopleCount: 1 }])
})

test('the writer of an opinion is told that it was answered, until it is gone', async () => {
  const administrator = await administratorAt(node.url, node.app.context.stores.users)
  const { suggestionNo } = await suggest(author)
  const answering = { suggestionNo, answer: '다음 주부터 바꿀 수 있어요.' }
  await administrator.does(answerSuggestion, answering)
  expect(await notificationsOf(author)).toMatchObject([
    { kind: 'answer', opinion: { suggestionNo, line: '다음 주부터 바꿀 수 있어요.' } },
  ])
  await author.does(markNotificationSeen, { thing: notificationTargets.opinion(suggestionNo) })
  expect(await countOf(author)).toBe(0)
  await administrator.does(answerSuggestion, { ...answering, answer: '내일부터 바꿀 수 있어요.' })
  expect(await countOf(author)).toBe(1)
  await author.does(deleteSuggestion, { suggestionNo })
  expect(await countOf(author)).toBe(0)
})

test('a sign-in on a device that is new to the account is told once a day, however often', async () => {
  expect(await kindsOf(friend)).toEqual([])
  await signedIn(node.url, friend.email)
  await signedIn(node.url, friend.email)
  expect(await kindsOf(friend)).toEqual(['device'])
})

test('nothing is told of what somebody may not read any more, and its number goes with it', async () => {
  await comment(friend, thread)
  await comment(other, thread, `@${friend.name} 봐요`)
  expect(await countOf(friend)).toBe(1)
  await author.does(unshareNote, thread)
  expect([await countOf(friend), await countOf(author)]).toEqual([0, 0])
  await author.does(shareNote, thread)
  await comment(other, thread, `@${friend.name} 다시 봐요`)
  expect(await countOf(friend)).toBe(1)
  await friend.does(disjoin, { targetHubNo: thread.hubNo })
  expect((await friend.does(getInbox, {})).news).toEqual([])
  await comment(other, thread, `@${friend.name} 아직 있어요?`)
  expect(await countOf(friend)).toBe(0)
  expect(await countOf(author)).toBe(1)
  await author.does(deleteNote, { noteNo: thread.noteNo })
  expect(await countOf(author)).toBe(0)
})

test('whoever has blocked somebody is told of nothing that they do', async () => {
  await comment(author, thread)
  await author.does(blockPerson, { userNo: friend.userNo })
  await comment(friend, thread, `@${author.name} 저예요`)
  await friend.does(setReaction, { ...thread, isOn: true })
  expect(await notificationsOf(author)).toEqual([])
})

test('in a room that somebody has muted they are told only of who calls them', async () => {
  const mine = await comment(friend, thread)
  await friend.does(muteHub, { hubNo: thread.hubNo, isMuted: true })
  await author.does(setReaction, { ...thread, commentNo: mine, isOn: true })
  await comment(author, thread)
  await reply(author, mine)
  expect(await notificationsOf(friend)).toEqual([])
  await reply(author, mine, `@${friend.name} 여기예요`)
  expect(await kindsOf(friend)).toEqual(['mention'])
})

test('what a crash left of something that is not there is gone once somebody looks', async () => {
  const commentNo = await comment(friend, thread)
  await node.app.context.backgroundTasks.settled()
  await node.app.context.stores.comments.delete({ ...thread, commentNo }, new Date(now))
  expect((await author.does(countInbox, {})).count).toBe(1)
  expect(await notificationsOf(author)).toEqual([])
  expect((await author.does(countInbox, {})).count).toBe(0)
})

test('the list holds all, what is new, or what was said to somebody', async () => {
  const mine = await comment(author, thread)
  await comment(friend, thread)
  const answer = await reply(friend, mine)
  const called = await comment(other, thread, `@${author.name} 어때요?`)
  await author.does(markNotificationSeen, { thing: notificationTargets.comment(called) })
  const things = async (only?: NotificationFilter) => {
    const { news: notifications } = await author.does(getInbox, { only })
    return notifications.map(({ thing }) => thing)
  }
  const [talk, asked, call] = [
    notificationTargets.talk(thread.hubNo, thread.noteNo),
    notificationTargets.comment(answer),
    notificationTargets.comment(called),
  ]
  expect((await things()).toSorted()).toEqual([talk, asked, call].toSorted())
  expect((await things('new')).toSorted()).toEqual([talk, asked].toSorted())
  expect((await things('toMe')).toSorted()).toEqual([asked, call].toSorted())
})

test('pages follow one another without a gap, and all that was shown is seen at once', async () => {
  const noteNos: number[] = []
  for (let at = 0; at < NOTIFICATIONS_PER_PAGE + 2; at += 1)
    noteNos.push(await comment(friend, thread, `@${author.name} ${at}`))
  const first = await author.does(getInbox, {})
  expect(first.news).toHaveLength(NOTIFICATIONS_PER_PAGE)
  const second = await author.does(getInbox, { after: first.next ?? undefined })
  expect(second.next).toBeNull()
  const told = [...first.news, ...second.news].map(({ comment }) => comment?.commentNo)
  expect(told).toEqual(noteNos.toReversed())
  const upTo = first.news[0]?.at ?? ''
  now += 1000
  await comment(friend, thread, '그 뒤의 것')
  await author.does(markAllNotificationsSeen, { upTo })
  expect(await countOf(author)).toBe(1)
})

test('it is kept for 90 days, and goes with the account', async () => {
  await comment(friend, thread)
  now += NOTIFICATION_MAX_AGE_MS + 1000
  const again = await signedIn(node.url, author.email)
  expect((await again.does(getInbox, {})).news.map(({ kind }) => kind)).not.toContain('comment')
  await node.app.cleanUp()
  const kept = await node.app.context.stores.notifications.allOf(author.userNo, new Date(0))
  expect(kept.map(({ kind }) => kind)).not.toContain('comment')
  await again.does(deleteAccount, { password: PASSWORD })
  expect(await node.app.context.stores.notifications.allOf(author.userNo, new Date(0))).toEqual([])
})

test('an inbox holds so many; beyond them the oldest go, and the bell tells what is left', async () => {
  const at = (index: number) => new Date(now - NOTIFICATIONS_MAX + index)
  await node.app.context.stores.notifications.write(
    Array.from({ length: NOTIFICATIONS_MAX }, (_, index) => {
      const thing = notificationTargets.device(`기기 ${index}`, '2026-11-19')
      return replacing({ userNo: author.userNo, thing, kind: 'device', at: at(index), device: '기기' })
    }),
  )
  expect((await author.does(countInbox, {})).count).toBe(NOTIFICATIONS_MAX)
  const tab = await author.listens()
  await comment(friend, thread)
  await tab.receives('inbox:changed', ({ count }) => count === NOTIFICATIONS_LEFT)
  await node.app.context.backgroundTasks.settled()
  expect((await author.does(countInbox, {})).count).toBe(NOTIFICATIONS_LEFT)
  const kept = await node.app.context.stores.notifications.allOf(author.userNo, new Date(now))
  expect(kept).toHaveLength(NOTIFICATIONS_LEFT)
  expect(kept.at(-1)).toMatchObject({ kind: 'comment' })
  expect(kept[0]?.at).toEqual(at(NOTIFICATIONS_MAX - NOTIFICATIONS_LEFT + 1))
  tab.close()
})
