import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { suspendPerson } from '#protocol/administration.ts'
import { blockPerson } from '#protocol/blocking.ts'
import { postComment } from '#protocol/comments.ts'
import { disjoin, muteHub } from '#protocol/hubs.ts'
import { markAllNotificationsSeen, notificationTargets } from '#protocol/inbox.ts'
import { chooseMail, getMailSettings, NO_MAIL, setMailDigest } from '#protocol/mailNotifications.ts'
import { getNote } from '#protocol/notes.ts'
import { subscribePush } from '#protocol/push.ts'
import { unshareNote } from '#protocol/shares.ts'
import { replaceNotification } from '#server/features/inbox/notifications.record.ts'
import { startMailNodes } from '#tests/support/mailNode.ts'
import { newBrowser } from '#tests/support/pushService.ts'
import {
  addToHub,
  comment,
  makeHub,
  newAdministrator,
  newUser,
  shareNewNote,
  signInUser,
} from '#tests/support/users.ts'

const fixtures = await startMailNodes()
const { node, createHub, newReader, mailsTo, sendSoon, sendAt, advanceClock } = fixtures
afterAll(fixtures.stop)

const digestOf = (hubNo: number, hasDigest: boolean) => expect.objectContaining({ hubNo, hasDigest })
const subjectsOf = (reader: Parameters<typeof mailsTo>[0]) => mailsTo(reader).map(({ subject }) => subject)

test('a mention that stays unseen is mailed once, as text and HTML, with what the inbox shows', async () => {
  const { friend, reader, hubNo } = await createHub()
  const noteNo = await shareNewNote(friend, hubNo, '<b>강가</b>에서')
  await comment(friend, { hubNo, noteNo }, `@${reader.name} 같이 <i>가요</i>`)
  await fixtures.plansAreStored()
  advanceClock(14 * 60_000)
  await node.app.sendMails()
  expect(mailsTo(reader)).toEqual([])
  advanceClock(6 * 60_000)
  await node.app.sendMails()
  await sendSoon()
  const [mail, ...more] = mailsTo(reader)
  expect(more).toEqual([])
  expect(mail?.subject).toBe(`${friend.name}님이 나를 불렀어요`)
  expect(mail?.from).toMatchObject({ name: '글마루' })
  for (const words of ['<b>강가</b>에서', `@${reader.name} 같이 <i>가요</i>`])
    expect(mail?.text).toContain(words)
  expect(mail?.text).toContain(`https://geulmaru.example/note?no=${noteNo}&hub=${hubNo}&comment=`)
  expect(mail?.html).toContain('&lt;b&gt;강가&lt;/b&gt;에서')
  expect(mail?.html).not.toMatch(/<b>강가|<i>|<img|<script|src=|url\(/)
  expect(mail?.messageId).toMatch(/^<[\w-]{22}@geulmaru\.example>$/)
})

test('by default mentions and replies are mailed, and nothing to a user with push notifications', async () => {
  const { friend, reader, hubNo } = await createHub()
  const noteNo = await shareNewNote(reader, hubNo)
  await comment(friend, { hubNo, noteNo })
  await shareNewNote(friend, hubNo)
  await sendSoon()
  expect(mailsTo(reader)).toEqual([])
  const commentNo = await comment(reader, { hubNo, noteNo })
  await friend.call(postComment, {
    ...{ hubNo, noteNo, replyTo: commentNo },
    text: '그래요',
    requestKey: randomUUID(),
  })
  await sendSoon()
  expect(subjectsOf(reader)).toEqual([`${friend.name}님이 내 댓글에 답했어요`])

  const phone = await signInUser(node.url, reader.email, true)
  await phone.call(subscribePush, newBrowser('https://fcm.googleapis.com/fcm/send/').subscription)
  expect(await reader.call(getMailSettings, {})).toMatchObject({ choices: NO_MAIL, isDefault: true })
  await comment(friend, { hubNo, noteNo }, `@${reader.name}`)
  await sendSoon()
  expect(mailsTo(reader)).toHaveLength(1)
  await reader.call(chooseMail, { ...NO_MAIL, mention: 'soon' })
  await comment(friend, { hubNo, noteNo }, `@${reader.name}`)
  await sendSoon()
  expect(mailsTo(reader)).toHaveLength(2)
})

test('nothing is mailed that was seen, deleted or muted meanwhile, nor to users without access', async () => {
  const everything = { mention: 'soon', comment: 'soon', note: 'soon' } as const
  const rooms = {
    seen: await createHub(everything),
    inboxSeen: await createHub(everything),
    withdrawn: await createHub(everything),
    muted: await createHub(everything),
    left: await createHub(everything),
    blocker: await createHub(everything),
    blocked: await createHub(everything),
    off: await createHub(everything),
    suspended: await createHub(everything),
    unchanged: await createHub(everything),
  }
  const noteNos: Record<string, number> = {}
  for (const [why, { friend, reader, hubNo }] of Object.entries(rooms)) {
    noteNos[why] = await shareNewNote(friend, hubNo)
    await comment(friend, { hubNo, noteNo: await shareNewNote(reader, hubNo) })
  }
  const administrator = await newAdministrator(node)

  await rooms.seen.reader.call(getNote, { noteNo: noteNos.seen as number })
  for (const { reader } of [rooms.seen, rooms.inboxSeen, rooms.withdrawn])
    await reader.call(markAllNotificationsSeen, { upTo: fixtures.now().toISOString() })
  await rooms.inboxSeen.reader.call(getNote, { noteNo: noteNos.inboxSeen as number })
  const { withdrawn, muted, left, blocker, blocked, off, suspended } = rooms
  await withdrawn.friend.call(unshareNote, { hubNo: withdrawn.hubNo, noteNo: noteNos.withdrawn as number })
  await muted.reader.call(muteHub, { hubNo: muted.hubNo, isMuted: true })
  await left.reader.call(disjoin, { targetHubNo: left.hubNo })
  await blocker.reader.call(blockPerson, { userNo: blocker.friend.userNo })
  await blocked.friend.call(blockPerson, { userNo: blocked.reader.userNo })
  await off.reader.call(chooseMail, NO_MAIL)
  await administrator.call(suspendPerson, { userNo: suspended.reader.userNo, isSuspended: true })
  await sendSoon()
  const { unchanged, ...others } = rooms
  expect(subjectsOf(unchanged.reader)).toEqual(['글마루 소식 2개'])
  for (const [why, { reader }] of Object.entries(others)) expect(subjectsOf(reader), why).toEqual([])
})

test('an unconfirmed address gets no notifications', async () => {
  const friend = await newReader('이민호')
  const unconfirmed = await newUser(node.url)
  await unconfirmed.call(chooseMail, { ...NO_MAIL, mention: 'soon', reply: 'daily' })
  expect(await unconfirmed.call(getMailSettings, {})).toMatchObject({ mustConfirmEmail: true })
  const hubNo = await makeHub(unconfirmed, friend)
  const noteNo = await shareNewNote(friend, hubNo)
  await comment(friend, { hubNo, noteNo }, `@${unconfirmed.name}`)
  await sendSoon()
  expect(mailsTo(unconfirmed)).toEqual([])
})

test('each kind is mailed at its own frequency: daily at 8 in Seoul, weekly on Mondays', async () => {
  fixtures.nextDay()
  const { friend, reader, hubNo } = await createHub({ comment: 'daily', note: 'weekly', invited: 'soon' })
  await reader.call(markAllNotificationsSeen, { upTo: fixtures.now().toISOString() })
  await makeHub(friend, reader, await newReader())
  await sendSoon()
  expect(subjectsOf(reader)).toEqual([`${friend.name}님이 새 방에 초대했어요`])
  const noteNo = await shareNewNote(reader, hubNo)
  await comment(friend, { hubNo, noteNo })
  await shareNewNote(friend, hubNo, '강가에서')
  const today = new Date(fixtures.now().getTime() + 9 * 60 * 60_000)
  const day = (days: number) => new Date(today.getTime() + days * 24 * 60 * 60_000).toISOString().slice(0, 10)
  await sendAt(`${day(1)}T07:59`)
  expect(mailsTo(reader)).toHaveLength(1)
  await sendAt(`${day(1)}T08:00`)
  expect(subjectsOf(reader).slice(1)).toEqual([`${friend.name}님이 내 노트에 댓글을 남겼어요`])
  const toMonday = (8 - today.getUTCDay()) % 7 || 7
  await sendAt(`${day(toMonday)}T07:59`)
  expect(mailsTo(reader)).toHaveLength(2)
  await sendAt(`${day(toMonday)}T08:00`)
  expect(subjectsOf(reader).slice(2)).toEqual([`${friend.name}님이 새 노트를 공유했어요`])
  // New notes are not in the inbox.
  const overviews = mailsTo(reader).map(
    ({ text }) => text?.match(/글마루에서 보기: https?:\/\/[^/]+(\S+)/)?.[1],
  )
  expect(overviews).toEqual(['/inbox', '/inbox', '/friends'])
})

test('the digest of a room has the unread notes of its week, and ends with the membership', async () => {
  const { friend, reader } = await createHub({ note: 'weekly' })
  const third = await newReader('박서준')
  const hubNo = await makeHub(friend, reader, third)
  await reader.call(setMailDigest, { hubNo, isOn: true })
  expect((await reader.call(getMailSettings, {})).rooms).toContainEqual(digestOf(hubNo, true))
  await shareNewNote(friend, hubNo, '강가에서')
  const read = await shareNewNote(friend, hubNo, '읽은 노트')
  await shareNewNote(friend, hubNo, '산에서')
  await reader.call(getNote, { noteNo: read })
  await fixtures.plansAreStored()
  advanceClock(7 * 24 * 60 * 60_000)
  await node.app.sendMails()
  const [digest, ...more] = mailsTo(reader)
  expect(more).toEqual([])
  expect(digest?.subject).toBe(`‘${friend.name}, ${third.name}’ 지난 한 주의 새 노트 2개`)
  expect(digest?.text).toMatch(/산에서[\s\S]*강가에서/)
  expect(digest?.text).not.toContain('읽은 노트')

  const author = await signInUser(node.url, friend.email)
  const returned = await signInUser(node.url, reader.email)
  await shareNewNote(author, hubNo, '바다에서')
  await returned.call(disjoin, { targetHubNo: hubNo })
  await addToHub(author, hubNo, returned, author, third)
  await shareNewNote(author, hubNo, '들에서')
  expect((await returned.call(getMailSettings, {})).rooms).toContainEqual(digestOf(hubNo, false))
  await fixtures.plansAreStored()
  advanceClock(7 * 24 * 60 * 60_000)
  await node.app.sendMails()
  expect(subjectsOf(reader).slice(1)).toEqual([`${friend.name}님이 새 노트를 공유했어요`])
})

test('at most 20 mails a day are sent to a user about what was just missed', async () => {
  const { friend, reader, hubNo } = await createHub({ mention: 'soon' })
  const noteNo = await shareNewNote(friend, hubNo)
  for (let time = 0; time < 22; time += 1) {
    await comment(friend, { hubNo, noteNo }, `@${reader.name} ${time}`)
    await sendSoon()
  }
  expect(mailsTo(reader)).toHaveLength(20)
})

test('new notes and notifications of other kinds and rooms keep nothing out of a mail', async () => {
  const { friend, reader, hubNo } = await createHub({ comment: 'weekly' })
  await reader.call(setMailDigest, { hubNo, isOn: true })
  const busyNo = await makeHub(friend, reader, await newReader())
  await shareNewNote(friend, hubNo, '조용한 방의 노트')
  await comment(friend, { hubNo, noteNo: await shareNewNote(reader, hubNo, '내 노트') })
  advanceClock(60_000)
  for (let shared = 0; shared < 100; shared += 1) await shareNewNote(friend, busyNo)
  await node.app.context.repositories.notifications.write(
    Array.from({ length: 25 }, (_, index) =>
      replaceNotification({
        userNo: reader.userNo,
        target: notificationTargets.device(`기기 ${index}`, '2026-05-06'),
        kind: 'device',
        at: fixtures.now(),
        device: '기기',
      }),
    ),
  )
  await fixtures.plansAreStored()
  advanceClock(7 * 24 * 60 * 60_000)
  await node.app.sendMails()
  const texts = mailsTo(reader).map(({ text }) => text ?? '')
  expect(texts).toHaveLength(2)
  const digest = texts.find(text => text.includes('조용한 방의 노트'))
  expect(digest).toBeDefined()
  expect(texts.find(text => text !== digest)).toMatch(/댓글을 남겼어요/)
})

test('a mention in a muted room is mailed, as the inbox and push notifications have it, and nothing else', async () => {
  const { friend, reader, hubNo } = await createHub({ mention: 'soon', reply: 'soon', note: 'soon' })
  await reader.call(muteHub, { hubNo, isMuted: true })
  const noteNo = await shareNewNote(friend, hubNo)
  await sendSoon()
  expect(mailsTo(reader)).toEqual([])
  await comment(friend, { hubNo, noteNo }, `@${reader.name} 봐 주세요`)
  await sendSoon()
  expect(subjectsOf(reader)).toEqual([`${friend.name}님이 나를 불렀어요`])
})
