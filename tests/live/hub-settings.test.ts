import { beforeEach, expect, test } from 'vitest'
import { getSharedNotes, pinInRoom } from '#protocol/discussion.ts'
import {
  createHub,
  disjoin,
  getHubInfo,
  getHubs,
  getUnread,
  markAsRead,
  muteHub,
  nameHub,
  pinHub,
} from '#protocol/hubs.ts'
import { HUB_NAME_MAX, QUOTAS } from '#protocol/limits.ts'
import { shareNote, unshareNote } from '#protocol/shares.ts'
import { ko } from '#protocol/text/ko.ts'
import { runBefore } from '#tests/support/interleave.ts'
import { openTwoNodes } from '#tests/support/node.ts'
import type { TestSocket } from '#tests/support/testSocket.ts'
import {
  invite,
  joinByLink,
  makeHub,
  newUser,
  shareNewNote,
  signInUser,
  type TestUser,
} from '#tests/support/users.ts'

/** Names, pins and mutes of hubs, and pinned notes, on all devices at two nodes. */
const { firstNode, secondNode } = await openTwoNodes()
let me: TestUser
let otherSession: TestUser
let friend: TestUser
let hubNo: number
let tab: TestSocket

beforeEach(async () => {
  me = await newUser(firstNode.url)
  otherSession = await signInUser(secondNode.url, me.email)
  friend = await newUser(firstNode.url)
  hubNo = await makeHub(me, friend)
  tab = await otherSession.openSocket()
})

const hubNosOf = async (user: TestUser) => (await user.call(getHubs, {})).hubs.map(hub => hub.hubNo)
const preferencesOf = async (user: TestUser) =>
  (await user.call(getHubs, {})).hubs.find(hub => hub.hubNo === hubNo)

const countEvents = (name: string) => tab.received.filter(event => event.name === name).length

test('a muted hub keeps its unread number but is excluded from the sum, on all devices of that user only', async () => {
  const friends = await friend.openSocket()
  await shareNewNote(friend, hubNo)
  await tab.waitForEvent('note:shared')
  await me.call(muteHub, { hubNo, isMuted: true })
  const settings = await tab.waitForEvent('hub:kept')
  expect(settings).toMatchObject({ hubNo, numUnreadArticles: 1, isMuted: true, isPinned: false })
  await shareNewNote(friend, hubNo)
  expect(
    await tab.waitForEvent('note:shared', ({ unread }) => unread?.numUnreadArticles === 2),
  ).toMatchObject({ unread: { isMuted: true, revision: settings.revision + 1 } })
  expect(await otherSession.call(getUnread, {})).toMatchObject({
    total: 0,
    hubs: [{ hubNo, numUnreadArticles: 2, isMuted: true }],
  })

  await shareNewNote(me, hubNo)
  expect(await friends.waitForEvent('note:shared', ({ note }) => note.authorNo === me.userNo)).toMatchObject({
    unread: { numUnreadArticles: 1, isMuted: false },
  })
  expect(friends.received.filter(({ name }) => name === 'hub:kept')).toEqual([])
  expect(await preferencesOf(friend)).toMatchObject({ isMuted: false, isPinned: false })

  await otherSession.call(muteHub, { hubNo, isMuted: false })
  expect((await me.call(getUnread, {})).total).toBe(2)
})

test('pinned hubs stay on top for the user who pinned them, whatever happens in other hubs', async () => {
  const other = await newUser(firstNode.url)
  const newer = await makeHub(friend, me, other)
  expect(await hubNosOf(me)).toEqual([newer, hubNo])
  await me.call(pinHub, { hubNo, isPinned: true })
  expect(await tab.waitForEvent('hub:kept')).toMatchObject({ hubNo, isPinned: true, isMuted: false })
  await shareNewNote(friend, newer)
  expect(await hubNosOf(otherSession)).toEqual([hubNo, newer])
  expect(await hubNosOf(friend)).toEqual([newer, hubNo])
  await otherSession.call(pinHub, { hubNo, isPinned: false })
  expect(await hubNosOf(me)).toEqual([newer, hubNo])
})

test('pin and mute are stored independently, and setting the same value again publishes nothing', async () => {
  const once = await me.call(muteHub, { hubNo, isMuted: true })
  expect(await otherSession.call(muteHub, { hubNo, isMuted: true })).toEqual(once)
  await me.call(pinHub, { hubNo, isPinned: true })
  await me.call(muteHub, { hubNo, isMuted: false })
  expect(await preferencesOf(me)).toMatchObject({ isMuted: false, isPinned: true })
  await me.call(pinHub, { hubNo, isPinned: true })
  await me.call(markAsRead, { hubNo })
  await tab.waitForEvent('unread:changed')
  expect(countEvents('hub:kept')).toBe(3)
})

test('a user can pin only a few hubs, so that a new hub is on the first page', async () => {
  const friends = await Promise.all(Array.from({ length: QUOTAS.hubsPinned }, () => newUser(firstNode.url)))
  for (const one of friends) await me.call(pinHub, { hubNo: await makeHub(me, one), isPinned: true })
  expect(await me.request(pinHub, { hubNo, isPinned: true })).toMatchObject({
    status: 409,
    body: { code: 'quota', message: expect.stringContaining('5개') },
  })
  const [top = 0] = await hubNosOf(me)
  expect((await me.request(pinHub, { hubNo: top, isPinned: true })).status, 'existing pins stay').toBe(200)
  await me.call(pinHub, { hubNo: top, isPinned: false })
  expect((await me.request(pinHub, { hubNo, isPinned: true })).status).toBe(200)
})

const nameSeen = async (user: TestUser) => (await user.call(getHubs, {})).hubs[0]?.name

test('any member can set and remove the name of a hub, and every member receives who did it', async () => {
  expect(await nameSeen(me)).toBe('')
  await friend.call(nameHub, { hubNo, name: ' 목요  책방 📚 ' })
  const published = await tab.waitForEvent('hub:named')
  expect(published).toMatchObject({
    hubNo,
    name: '목요 책방 📚',
    userNo: friend.userNo,
    userName: friend.name,
  })
  expect(await nameSeen(me)).toBe('목요 책방 📚')
  expect(await friend.call(getHubInfo, { hubNo })).toMatchObject({
    name: '목요 책방 📚',
    version: published.version,
  })
  await me.call(nameHub, { hubNo, name: '' })
  await tab.waitForEvent('hub:named', ({ name }) => name === '')
  expect(await nameSeen(friend)).toBe('')
})

test('setting the same name again publishes nothing', async () => {
  await friend.call(nameHub, { hubNo, name: '책방' })
  await friend.call(nameHub, { hubNo, name: '책방' })
  await friend.call(nameHub, { hubNo, name: '서점' })
  await tab.waitForEvent('hub:named', ({ name }) => name === '서점')
  expect(countEvents('hub:named')).toBe(2)
})

test('a user who has left neither sets the name nor receives it', async () => {
  await me.call(disjoin, { targetHubNo: hubNo })
  expect((await me.request(nameHub, { hubNo, name: '몰래' })).status).toBe(404)
  await friend.call(nameHub, { hubNo, name: '둘이서' })
  expect(JSON.stringify(tab.received)).not.toContain('둘이서')
})

test.each([
  ['가'.repeat(HUB_NAME_MAX + 1), 'hubs.nameTooLong'],
  ['\u202e다읽힌 방', 'accounts.usernameHidden'],
  ['\u200b', 'accounts.usernameHidden'],
] as const)('the name %j is rejected and changes nothing', async (name, message) => {
  const answer = await friend.request(nameHub, { hubNo, name })
  expect(answer).toMatchObject({ status: 400, body: { message: ko[message] } })
  expect(await nameSeen(me)).toBe('')
})

test('a hub can be created with a name, but the same members still have only one hub', async () => {
  const other = await newUser(firstNode.url)
  const otherNo = await makeHub(me, other)
  const candidatesJSON = JSON.stringify([me.userNo, other.userNo])
  expect(await me.call(createHub, { candidatesJSON, name: '다른 이름' })).toMatchObject({
    success: false,
    message: ko['hubs.sameMembers'],
    existingHubNo: otherNo,
  })
  const third = await newUser(secondNode.url)
  await makeHub(third, me)
  const created = await me.call(createHub, {
    candidatesJSON: JSON.stringify([me.userNo, other.userNo, third.userNo]),
    name: '셋이서',
  })
  expect(created.hubs[0]).toMatchObject({ name: '셋이서', names: [other.name, third.name] })
})

const pinned = async (user: TestUser) => (await user.call(getSharedNotes, { selectedHubNo: hubNo })).pinned
const pin = (user: TestUser, noteNo: number, isPinned = true) =>
  user.call(pinInRoom, { hubNo, noteNo, isPinned })

test('every member receives a new pin immediately and finds it on every page, in place of the previous pin', async () => {
  const first = await shareNewNote(me, hubNo, '처음')
  const second = await shareNewNote(friend, hubNo, '다음')
  await pin(friend, first)
  expect(await tab.waitForEvent('note:pinned')).toMatchObject({
    hubNo,
    pinned: { noteNo: first, articleTitle: '처음' },
  })
  await pin(me, second)
  expect(
    await tab.waitForEvent('note:pinned', published => published.pinned?.noteNo === second),
  ).toMatchObject({ pinned: { author: friend.name } })
  expect(await pinned(friend)).toMatchObject({ noteNo: second, articleTitle: '다음' })
  await pin(friend, second, false)
  expect(await tab.waitForEvent('note:pinned', published => published.pinned === null)).toMatchObject({
    hubNo,
  })
  expect(await pinned(me)).toBeNull()
})

test('pinning again publishes nothing, and unpinning a note that is not pinned keeps the pin', async () => {
  const noteNo = await shareNewNote(me, hubNo, '고정')
  const other = await shareNewNote(me, hubNo, '다른 것')
  await pin(friend, noteNo)
  await pin(friend, noteNo)
  await pin(friend, other, false)
  await shareNewNote(friend, hubNo, '마지막')
  await tab.waitForEvent('note:shared', ({ note }) => note.articleTitle === '마지막')
  expect(countEvents('note:pinned')).toBe(1)
  expect(await pinned(me)).toMatchObject({ noteNo })
})

test('the end of a share removes its pin, and sharing the note again does not restore it', async () => {
  const noteNo = await shareNewNote(me, hubNo, '잠깐')
  await pin(friend, noteNo)
  await me.call(unshareNote, { hubNo, noteNo })
  expect(await pinned(friend)).toBeNull()
  expect((await friend.request(pinInRoom, { hubNo, noteNo, isPinned: true })).status).toBe(404)
  await me.call(shareNote, { hubNo, noteNo })
  expect(await pinned(friend)).toBeNull()
})

test('of two concurrent pins every screen shows the one that was saved last', async () => {
  const notes = await Promise.all(['하나', '둘'].map(title => shareNewNote(me, hubNo, title)))
  await Promise.all(notes.map(noteNo => pin(friend, noteNo)))
  await tab.waitForEvent('note:pinned', () => countEvents('note:pinned') === 2)
  const published = tab.received.flatMap(event => (event.name === 'note:pinned' ? [event.payload] : []))
  const last = published.sort((one, next) => one.version - next.version).at(-1)
  expect(last?.pinned?.noteNo).toBe((await pinned(me))?.noteNo)
})

test('a member who leaves while pinning, unpinning or naming changes nothing', async () => {
  const noteNo = await shareNewNote(me, hubNo, '처음')
  const { hubs } = firstNode.app.context.repositories
  const link = await invite(me, hubNo)
  const leaveBefore = async (
    name: 'pin' | 'unpin' | 'setName',
    change: (leaver: TestUser) => Promise<unknown>,
  ) => {
    const leaver = await newUser(firstNode.url)
    await joinByLink(link, leaver)
    const race = runBefore(hubs, name, () => leaver.call(disjoin, { targetHubNo: hubNo }))
    await change(leaver)
    await race
  }
  await leaveBefore('pin', leaver => pin(leaver, noteNo))
  expect(await pinned(me)).toBeNull()
  await pin(me, noteNo)
  await leaveBefore('unpin', leaver => pin(leaver, noteNo, false))
  expect(await pinned(me)).toMatchObject({ noteNo })
  await leaveBefore('setName', leaver => leaver.call(nameHub, { hubNo, name: '나간 뒤' }))
  expect(await nameSeen(me)).toBe('')
})
