import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { disjoin, getHubs, pinHub } from '#protocol/hubs.ts'
import { HUBS_PER_PAGE } from '#protocol/limits.ts'
import { activityAt, type HubRecord } from '#server/features/hubs/hubs.record.ts'
import { createHubStore } from '#server/features/hubs/hubs.store.ts'
import { makeHub, newPerson, type Person, shareNewNote, signedIn } from '#tests/support/person.ts'
import { startTwoNodes } from '#tests/support/twoNodes.ts'

/** Somebody has more rooms than a page of them looks at: twenty-two pages to the last place. */
const ROOMS = 22 * HUBS_PER_PAGE

let nodes: Awaited<ReturnType<typeof startTwoNodes>>
/** On a device at each node. */
let me: Person
let meThere: Person
let friend: Person
let nextNo = 1_000_000

beforeAll(async () => {
  nodes = await startTwoNodes()
})
afterAll(() => nodes.stop())
beforeEach(async () => {
  me = await newPerson(nodes.here.url)
  meThere = await signedIn(nodes.there.url, me.email)
  friend = await newPerson(nodes.there.url)
})

/** Rooms of mine in which something happened so many seconds before the last minute was over; their numbers, in this order. */
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
  await nodes.here.mongo.collection<HubRecord>('hubs').insertMany(rooms)
  return rooms.map(({ hubNo }) => hubNo)
}

async function listedBy(device: Person) {
  const { hubs, pageIndex } = await device.does(getHubs, {})
  return { hubNos: hubs.map(({ hubNo }) => hubNo), last: pageIndex.lastPageNum }
}

test('of many rooms both nodes tell at once how many there are, which is pinned and which was active last', async () => {
  const hubNos = await storeRooms(Array.from({ length: ROOMS }, (_, place) => 60 * (10 + place)))
  const first = hubNos.slice(0, HUBS_PER_PAGE)
  const bothList = async (hubNos: number[], last: number) => {
    for (const device of [me, meThere]) expect(await listedBy(device)).toEqual({ hubNos, last })
  }
  await bothList(first, 22)

  const newNo = await makeHub(friend, me)
  await bothList([newNo, ...first.slice(0, -1)], 23)
  await meThere.does(disjoin, { targetHubNo: newNo })
  await bothList(first, 22)

  const oldestNo = hubNos.at(-1) ?? 0
  await meThere.does(pinHub, { hubNo: oldestNo, isPinned: true })
  await bothList([oldestNo, ...first.slice(0, -1)], 22)
  await me.does(pinHub, { hubNo: oldestNo, isPinned: false })
  await bothList(first, 22)

  await shareNewNote(friend, oldestNo)
  await bothList([oldestNo, ...first.slice(0, -1)], 22)
})

test('a page of which those that were active last are enough is the page of all', async () => {
  const store = createHubStore(nodes.here.mongo)
  const outcomes = new Set<'all' | boolean>()
  const world = fc.constantFrom(20, 300, 24_000).chain(seconds =>
    fc.record({
      secondsAgo: fc.array(fc.nat(seconds), { minLength: 100, maxLength: ROOMS }),
      pinned: fc.array(fc.nat(ROOMS), { maxLength: 3 }),
      /** For so many seconds the minute has been kept. */
      kept: fc.constantFrom(200, 6_000, 60_000),
      page: fc.nat(5),
    }),
  )
  await fc.assert(
    fc.asyncProperty(world, async ({ secondsAgo, pinned, kept, page }) => {
      me = await newPerson(nodes.here.url)
      await storeRooms(secondsAgo, (room, place) => {
        const [own] = room.members
        if (own && pinned.includes(place)) own.pinned = true
        if ((secondsAgo[place] ?? 0) >= kept) delete room.activeMinute
      })
      const range = { skip: page * HUBS_PER_PAGE, limit: HUBS_PER_PAGE }
      const newest = await store.newestOf(me.userNo, range)
      const counts = (await store.countsOf([me.userNo])).get(me.userNo)
      const whole = await store.pageOf(me.userNo, range)
      expect(counts?.total).toBe(whole.total)
      if (newest.isAll) expect(newest).toMatchObject(whole)
      const isEnough = newest.isSettled && newest.pinned === counts?.pinned
      if (isEnough) expect(newest.items).toEqual(whole.items)
      outcomes.add(newest.isAll ? 'all' : isEnough)
    }),
    { numRuns: 120 },
  )
  expect(outcomes).toEqual(new Set(['all', true, false]))
})
