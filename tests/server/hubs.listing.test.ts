import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addMatching, getHubs, markAsRead, pinHub } from '#protocol/hubs.ts'
import { HUBS_PER_PAGE } from '#protocol/limits.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { find, makeHub, newPerson, type Person, shareNewNote } from '#tests/support/person.ts'

/** Which of one's rooms a list holds, and in which order. */
let node: TestNode
let me: Person
let friend: Person
let now = Date.now()

beforeAll(async () => {
  node = await startNode({ mongoUrl: await emptyDatabase(), clock: () => new Date(now) })
})
afterAll(() => node.stop())
beforeEach(async () => {
  me = await newPerson(node.url)
  friend = await newPerson(node.url)
})

async function room(...others: Person[]): Promise<number> {
  now += 1000
  return makeHub(me, ...others)
}
const listed = async (asked: { onlyUnread?: boolean; order?: 'talk' | 'joined'; curPageNo?: number }) => {
  const { hubs, pageIndex } = await me.does(getHubs, asked)
  return { hubNos: hubs.map(({ hubNo }) => hubNo), last: pageIndex.lastPageNum }
}

test('of the unread alone the pages hold, and count, those in which something is unread', async () => {
  const unread: number[] = []
  for (let place = 0; place <= HUBS_PER_PAGE; place += 1) {
    const other = await newPerson(node.url)
    unread.unshift(await room(other))
    now += 1000
    await shareNewNote(other, unread[0] ?? 0)
    await room(await newPerson(node.url))
  }
  expect((await listed({})).last).toBe(3)
  expect(await listed({ onlyUnread: true })).toEqual({ hubNos: unread.slice(0, HUBS_PER_PAGE), last: 2 })
  expect((await listed({ onlyUnread: true, curPageNo: 2 })).hubNos).toEqual(unread.slice(HUBS_PER_PAGE))

  const answered = await me.does(markAsRead, { hubNo: unread[0] ?? 0, onlyUnread: true })
  expect(answered.hubs.map(({ hubNo }) => hubNo)).toEqual(unread.slice(1))
  expect(answered.pageIndex.lastPageNum).toBe(1)
})

test('nothing unread is an empty page, and not all of them', async () => {
  await room(friend)
  expect(await listed({ onlyUnread: true })).toEqual({ hubNos: [], last: 1 })
})

test('a page far beyond the last one is the last one, in every order', async () => {
  const hubNos = [await room(friend)]
  for (const curPageNo of [1_999_999_999, 999_999_999_999_999])
    for (const order of ['talk', 'joined'] as const)
      expect(await listed({ order, curPageNo })).toEqual({ hubNos, last: 1 })
})

test('by when one came in, talk moves no room; what is pinned is above in either order', async () => {
  const [first, second] = [await room(friend), await room(await newPerson(node.url))]
  now += 1000
  await shareNewNote(friend, first)
  expect((await listed({ order: 'talk' })).hubNos).toEqual([first, second])
  expect((await listed({ order: 'joined' })).hubNos).toEqual([second, first])

  // One's own coming in counts, and not that of the others.
  now += 1000
  const third = await newPerson(node.url)
  await find(me, third)
  await me.does(addMatching, {
    hubNo: first,
    friendsJSON: JSON.stringify([third.userNo]),
    expectedResult: JSON.stringify([me.userNo, friend.userNo, third.userNo]),
  })
  expect((await listed({ order: 'joined' })).hubNos).toEqual([second, first])
  await me.does(pinHub, { hubNo: first, isPinned: true })
  expect((await listed({ order: 'joined' })).hubNos).toEqual([first, second])
})
