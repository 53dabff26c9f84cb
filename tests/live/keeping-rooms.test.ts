import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getHubs, getUnread, markAsRead, muteHub, pinHub } from '#protocol/hubs.ts'
import { QUOTAS } from '#protocol/limits.ts'
import { startTwoNodes } from '#tests/support/node.ts'
import { makeHub, newUser, shareNewNote, signInUser, type TestUser } from '#tests/support/users.ts'

/** Pinned and muted hubs are settings of one user, on all of their devices at both nodes. */
let nodes: Awaited<ReturnType<typeof startTwoNodes>>
let me: TestUser
let otherSession: TestUser
let friend: TestUser
let hubNo: number

beforeAll(async () => {
  nodes = await startTwoNodes()
})
afterAll(() => nodes.stop())
beforeEach(async () => {
  me = await newUser(nodes.firstNode.url)
  otherSession = await signInUser(nodes.secondNode.url, me.email)
  friend = await newUser(nodes.secondNode.url)
  hubNo = await makeHub(me, friend)
})

const hubNosOf = async (user: TestUser) => (await user.call(getHubs, {})).hubs.map(hub => hub.hubNo)
const preferencesOf = async (user: TestUser) =>
  (await user.call(getHubs, {})).hubs.find(hub => hub.hubNo === hubNo)

test('a muted hub keeps its unread number but is excluded from the sum, on all devices of that user only', async () => {
  const [tab, friends] = [await otherSession.openSocket(), await friend.openSocket()]
  await shareNewNote(friend, hubNo)
  await tab.waitForEvent('note:shared')
  await me.call(muteHub, { hubNo, isMuted: true })
  const settings = await tab.waitForEvent('hub:kept')
  expect(settings).toMatchObject({ hubNo, numUnreadArticles: 1, isMuted: true, isPinned: false })
  await shareNewNote(friend, hubNo)
  expect(
    await tab.waitForEvent('note:shared', ({ unread }) => unread?.numUnreadArticles === 2),
  ).toMatchObject({
    unread: { isMuted: true, revision: settings.revision + 1 },
  })
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
  tab.close()
  friends.close()
})

test('pinned hubs stay on top for the user who pinned them, whatever happens in other hubs', async () => {
  const other = await newUser(nodes.firstNode.url)
  const newer = await makeHub(friend, me, other)
  expect(await hubNosOf(me)).toEqual([newer, hubNo])
  const tab = await otherSession.openSocket()
  await me.call(pinHub, { hubNo, isPinned: true })
  expect(await tab.waitForEvent('hub:kept')).toMatchObject({ hubNo, isPinned: true, isMuted: false })
  await shareNewNote(friend, newer)
  expect(await hubNosOf(otherSession)).toEqual([hubNo, newer])
  expect(await hubNosOf(friend)).toEqual([newer, hubNo])
  await otherSession.call(pinHub, { hubNo, isPinned: false })
  expect(await hubNosOf(me)).toEqual([newer, hubNo])
  tab.close()
})

test('setting the same value again changes and publishes nothing', async () => {
  const tab = await otherSession.openSocket()
  const once = await me.call(muteHub, { hubNo, isMuted: true })
  expect(await otherSession.call(muteHub, { hubNo, isMuted: true })).toEqual(once)
  await me.call(pinHub, { hubNo, isPinned: false })
  await me.call(markAsRead, { hubNo })
  await tab.waitForEvent('unread:changed')
  expect(tab.received.filter(({ name }) => name === 'hub:kept')).toHaveLength(1)
  tab.close()
})

test('pin and mute are stored independently', async () => {
  await me.call(muteHub, { hubNo, isMuted: true })
  await me.call(pinHub, { hubNo, isPinned: true })
  await me.call(muteHub, { hubNo, isMuted: false })
  expect(await preferencesOf(me)).toMatchObject({ isMuted: false, isPinned: true })
})

test('a user can pin only a few hubs, so that a new hub is on the first page', async () => {
  const friends = await Promise.all(
    Array.from({ length: QUOTAS.hubsPinned }, () => newUser(nodes.firstNode.url)),
  )
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
