import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getHubs, getUnread, markAsRead, muteHub, pinHub } from '#protocol/hubs.ts'
import { QUOTAS } from '#protocol/limits.ts'
import { makeHub, newPerson, type Person, shareNewNote, signedIn } from '#tests/support/person.ts'
import { startTwoNodes } from '#tests/support/twoNodes.ts'

/** Each keeps their rooms as they like: some on top, some silent. It is theirs alone, on all of their devices at both nodes. */
let nodes: Awaited<ReturnType<typeof startTwoNodes>>
let me: Person
let elsewhere: Person
let friend: Person
let hubNo: number

beforeAll(async () => {
  nodes = await startTwoNodes()
})
afterAll(() => nodes.stop())
beforeEach(async () => {
  me = await newPerson(nodes.here.url)
  elsewhere = await signedIn(nodes.there.url, me.email)
  friend = await newPerson(nodes.there.url)
  hubNo = await makeHub(me, friend)
})

const hubNosOf = async (person: Person) => (await person.does(getHubs, {})).hubs.map(hub => hub.hubNo)
const keptBy = async (person: Person) =>
  (await person.does(getHubs, {})).hubs.find(hub => hub.hubNo === hubNo)

test('a room that is muted keeps its number and leaves the sum, on every device and for nobody else', async () => {
  const [tab, friends] = [await elsewhere.listens(), await friend.listens()]
  await shareNewNote(friend, hubNo)
  await tab.receives('note:shared')
  await me.does(muteHub, { hubNo, isMuted: true })
  const kept = await tab.receives('hub:kept')
  expect(kept).toMatchObject({ hubNo, numUnreadArticles: 1, isMuted: true, isPinned: false })
  await shareNewNote(friend, hubNo)
  expect(await tab.receives('note:shared', ({ unread }) => unread?.numUnreadArticles === 2)).toMatchObject({
    unread: { isMuted: true, revision: kept.revision + 1 },
  })
  expect(await elsewhere.does(getUnread, {})).toMatchObject({
    total: 0,
    hubs: [{ hubNo, numUnreadArticles: 2, isMuted: true }],
  })

  await shareNewNote(me, hubNo)
  expect(await friends.receives('note:shared', ({ note }) => note.authorNo === me.userNo)).toMatchObject({
    unread: { numUnreadArticles: 1, isMuted: false },
  })
  expect(friends.received.filter(({ name }) => name === 'hub:kept')).toEqual([])
  expect(await keptBy(friend)).toMatchObject({ isMuted: false, isPinned: false })

  await elsewhere.does(muteHub, { hubNo, isMuted: false })
  expect((await me.does(getUnread, {})).total).toBe(2)
  tab.close()
  friends.close()
})

test('what is pinned stands on top for who pinned it, whatever happens below', async () => {
  const other = await newPerson(nodes.here.url)
  const newer = await makeHub(friend, me, other)
  expect(await hubNosOf(me)).toEqual([newer, hubNo])
  const tab = await elsewhere.listens()
  await me.does(pinHub, { hubNo, isPinned: true })
  expect(await tab.receives('hub:kept')).toMatchObject({ hubNo, isPinned: true, isMuted: false })
  await shareNewNote(friend, newer)
  expect(await hubNosOf(elsewhere)).toEqual([hubNo, newer])
  expect(await hubNosOf(friend)).toEqual([newer, hubNo])
  await elsewhere.does(pinHub, { hubNo, isPinned: false })
  expect(await hubNosOf(me)).toEqual([newer, hubNo])
  tab.close()
})

test('the same again changes nothing and is told to nobody', async () => {
  const tab = await elsewhere.listens()
  const once = await me.does(muteHub, { hubNo, isMuted: true })
  expect(await elsewhere.does(muteHub, { hubNo, isMuted: true })).toEqual(once)
  await me.does(pinHub, { hubNo, isPinned: false })
  await me.does(markAsRead, { hubNo })
  await tab.receives('unread:changed')
  expect(tab.received.filter(({ name }) => name === 'hub:kept')).toHaveLength(1)
  tab.close()
})

test('both are kept apart', async () => {
  await me.does(muteHub, { hubNo, isMuted: true })
  await me.does(pinHub, { hubNo, isPinned: true })
  await me.does(muteHub, { hubNo, isMuted: false })
  expect(await keptBy(me)).toMatchObject({ isMuted: false, isPinned: true })
})

test('a few rooms are pinned at the most, so that a new one is on the first page', async () => {
  const friends = await Promise.all(
    Array.from({ length: QUOTAS.hubsPinned }, () => newPerson(nodes.here.url)),
  )
  for (const one of friends) await me.does(pinHub, { hubNo: await makeHub(me, one), isPinned: true })
  expect(await me.asks(pinHub, { hubNo, isPinned: true })).toMatchObject({
    status: 409,
    body: { code: 'quota', message: expect.stringContaining('5개') },
  })
  const [top = 0] = await hubNosOf(me)
  expect((await me.asks(pinHub, { hubNo: top, isPinned: true })).status, 'what is pinned stays so').toBe(200)
  await me.does(pinHub, { hubNo: top, isPinned: false })
  expect((await me.asks(pinHub, { hubNo, isPinned: true })).status).toBe(200)
})
