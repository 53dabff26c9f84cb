import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { disjoin, getHubs, pinHub } from '#protocol/hubs.ts'
import { HUBS_PER_PAGE } from '#protocol/limits.ts'
import { activityAt, type HubRecord } from '#server/features/hubs/hubs.record.ts'
import { createHubRepository } from '#server/features/hubs/hubs.repository.ts'
import { openTwoNodes } from '#tests/support/node.ts'
import { makeHub, newUser, shareNewNote, signInUser, type TestUser } from '#tests/support/users.ts'

/** A user with more hubs than one page of the query reads: twenty-two pages. */
const ROOMS = 22 * HUBS_PER_PAGE

const { firstNode, secondNode } = await openTwoNodes()

/** The same user on a device at each node. */
let me: TestUser

let meThere: TestUser
let friend: TestUser
let nextNo = 1_000_000

beforeEach(async () => {
  me = await newUser(firstNode.url)
  meThere = await signInUser(secondNode.url, me.email)
  friend = await newUser(secondNode.url)
})

/**
 * Stores hubs of the user whose last activity was so many seconds before the end of the last minute. Returns their
 * numbers in this order.
 */
async function storeRooms(
  secondsAgo: readonly number[],
  change: (room: HubRecord, place: number) => void = () => {},
): Promise<number[]> {
  const now = new Date().setSeconds(0, -1)
  const rooms = secondsAgo.map((seconds, place): HubRecord => {
    const hubNo = nextNo++
    const room: HubRecord = {
      ...{ hubNo, memberKey: `${hubNo}`, uniqueKey: `${hubNo}`, version: 1, revision: 1, lastSeq: 0 },
      members: [me, friend].map(({ userNo }) => ({ userNo, readSeq: 0, joinedAt: new Date(now) })),
      ...activityAt(new Date(now - seconds * 1000)),
    }
    change(room, place)
    return room
  })
  await firstNode.mongo.collection<HubRecord>('hubs').insertMany(rooms)
  return rooms.map(({ hubNo }) => hubNo)
}

async function listHubsOf(device: TestUser) {
  const { hubs, pageIndex } = await device.call(getHubs, {})
  return { hubNos: hubs.map(({ hubNo }) => hubNo), last: pageIndex.lastPageNum }
}

test('both nodes immediately return the total, the pinned hubs and the last active hubs of many', async () => {
  const hubNos = await storeRooms(Array.from({ length: ROOMS }, (_, place) => 60 * (10 + place)))
  const first = hubNos.slice(0, HUBS_PER_PAGE)
  const expectSameList = async (hubNos: number[], last: number) => {
    for (const device of [me, meThere]) expect(await listHubsOf(device)).toEqual({ hubNos, last })
  }
  await expectSameList(first, 22)

  const newNo = await makeHub(friend, me)
  await expectSameList([newNo, ...first.slice(0, -1)], 23)
  await meThere.call(disjoin, { targetHubNo: newNo })
  await expectSameList(first, 22)

  const oldestNo = hubNos.at(-1) ?? 0
  await meThere.call(pinHub, { hubNo: oldestNo, isPinned: true })
  await expectSameList([oldestNo, ...first.slice(0, -1)], 22)
  await me.call(pinHub, { hubNo: oldestNo, isPinned: false })
  await expectSameList(first, 22)

  await shareNewNote(friend, oldestNo)
  await expectSameList([oldestNo, ...first.slice(0, -1)], 22)
})

test('a page built from the last active hubs alone equals the page built from all hubs', async () => {
  const store = createHubRepository(firstNode.mongo)
  const outcomes = new Set<'all' | boolean>()
  const data = fc.constantFrom(20, 300, 24_000).chain(seconds =>
    fc.record({
      secondsAgo: fc.array(fc.nat(seconds), { minLength: 100, maxLength: ROOMS }),
      pinned: fc.array(fc.nat(ROOMS), { maxLength: 3 }),
      /** For how many seconds the activity minute has been stored. */
      ttlSeconds: fc.constantFrom(200, 6_000, 60_000),
      page: fc.nat(5),
    }),
  )
  await fc.assert(
    fc.asyncProperty(data, async ({ secondsAgo, pinned, ttlSeconds, page }) => {
      me = await newUser(firstNode.url)
      await storeRooms(secondsAgo, (room, place) => {
        const [own] = room.members
        if (own && pinned.includes(place)) own.pinned = true
        if ((secondsAgo[place] ?? 0) >= ttlSeconds) delete room.activeMinute
      })
      const range = { skip: page * HUBS_PER_PAGE, limit: HUBS_PER_PAGE }
      const newest = await store.findNewest(me.userNo, range)
      const counts = (await store.getCounts([me.userNo])).get(me.userNo)
      const whole = await store.findPage(me.userNo, range)
      expect(counts?.total).toBe(whole.total)
      if (newest.isAll) expect(newest).toMatchObject(whole)
      const isEnough = newest.isSettled && newest.pinned === counts?.pinned
      if (isEnough) expect(newest.items).toEqual(whole.items)
      outcomes.add(newest.isAll ? 'all' : isEnough)
    }),
    { numRuns: 60 },
  )
  expect(outcomes).toEqual(new Set(['all', true, false]))
})
