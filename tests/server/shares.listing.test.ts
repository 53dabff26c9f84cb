import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { disjoin, nameHub } from '#protocol/hubs.ts'
import { SHARE_HUBS_PER_PAGE, SHARE_NOTES_PER_PAGE } from '#protocol/limits.ts'
import { getNote, updateNote } from '#protocol/notes.ts'
import { getShareHubs, getShareNotes, shareNote, unshareNote } from '#protocol/shares.ts'
import { runBefore } from '#tests/support/interleave.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { makeHub, newPerson, type Person, shareNewNote, writeNote } from '#tests/support/person.ts'

/** What can be shared where: one's own notes in a room, and the rooms for a note. */
let node: TestNode
let author: Person
let friend: Person
let hubNo: number
let now = Date.now()

beforeAll(async () => {
  node = await startNode({ mongoUrl: await emptyDatabase(), clock: () => new Date(now) })
})
afterAll(() => node.stop())
beforeEach(async () => {
  author = await newPerson(node.url)
  friend = await newPerson(node.url, '순자씨')
  hubNo = await makeHub(author, friend)
})

const write = (title: string) => {
  now += 1000
  return writeNote(author, title)
}
const notesFor = (asked = {}) => author.does(getShareNotes, { hubNo, ...asked })
const titles = async (asked = {}) => (await notesFor(asked)).notes.map(({ title }) => title)

test('one’s own notes stand last changed first, with where they are, and which are in the room', async () => {
  const first = await write('먼저')
  const second = await write('다음')
  await shareNewNote(friend, hubNo, '남의 노트')
  await author.does(shareNote, { hubNo, noteNo: first })
  now += 1000
  await author.does(updateNote, { noteNo: first, title: '고친 먼저', text: '**새** 글' })
  expect(await notesFor()).toMatchObject({
    notes: [
      { noteNo: first, title: '고친 먼저', excerpt: '새 글', subjectTitle: '주제' },
      { noteNo: second, title: '다음' },
    ],
    shared: [first],
  })
  await author.does(unshareNote, { hubNo, noteNo: first })
  expect(await notesFor()).toMatchObject({ shared: [] })
})

test('they are found by every word, and stand on pages', async () => {
  for (let count = 0; count <= SHARE_NOTES_PER_PAGE; count += 1) await write(`골목 ${count}`)
  await write('책방 이야기')
  expect(await titles({ query: '이야기 책방' })).toEqual(['책방 이야기'])
  expect(await titles({ query: '골목' })).toHaveLength(SHARE_NOTES_PER_PAGE)
  expect(await notesFor({ query: '골목', curPageNo: 2 })).toMatchObject({
    notes: [{ title: '골목 0' }],
    pageIndex: { curPageNum: 2, lastPageNum: 2 },
  })
  expect(await titles({ curPageNo: 2 })).toEqual(['골목 1', '골목 0'])
  expect(await titles({ query: '없는 말' })).toEqual([])
})

test('who has left the room is told nothing of what is in it', async () => {
  await author.does(disjoin, { targetHubNo: hubNo })
  expect(await author.asks(getShareNotes, { hubNo })).toMatchObject({ status: 404 })
})

test('among many rooms those are found that are called so, or have such members; with who has read', async () => {
  const noteNo = await write('나눌 노트')
  const others = await Promise.all(
    ['박서준', '김도현', '오세라', '정민호'].map(name => newPerson(node.url, name)),
  )
  for (const other of others) await makeHub(author, other)
  const named = await makeHub(author, ...others)
  await author.does(nameHub, { hubNo: named, name: '목요 책방' })
  const rooms = async (asked = {}) => await author.does(getShareHubs, { noteNo, ...asked })
  expect((await rooms()).hubs).toHaveLength(SHARE_HUBS_PER_PAGE)
  expect((await rooms({ query: '책방' })).hubs.map(hub => hub.hubNo)).toEqual([named])
  expect((await rooms({ query: '서준' })).hubs).toHaveLength(2)
  expect((await rooms({ query: '없는이' })).hubs).toEqual([])

  await author.does(shareNote, { hubNo, noteNo })
  await friend.does(getNote, { noteNo })
  const { hubs, readCounts, readerNos, shared } = await rooms({ query: '순자' })
  expect(hubs.map(hub => hub.hubNo)).toEqual([hubNo])
  expect({ readCounts, readerNos, shared }).toEqual({
    readCounts: [1],
    readerNos: [[friend.userNo]],
    shared: [hubNo],
  })
})

test('a room that somebody leaves while they look for it is not told of', async () => {
  const noteNo = await write('골목')
  const raced = runBefore(node.app.context.stores.hubs, 'byNos', () =>
    author.does(disjoin, { targetHubNo: hubNo }),
  )
  expect((await author.does(getShareHubs, { noteNo, query: '순자' })).hubs).toEqual([])
  await raced
})

test('rooms are looked through for a query two at a time for each person; who brings none never waits', async () => {
  const noteNo = await write('골목')
  const { hubs } = node.app.context.stores
  const { rostersOf } = hubs
  let looking = 0
  let release = () => {}
  const released = new Promise<void>(resolve => (release = resolve))
  const looked = vi.spyOn(hubs, 'rostersOf').mockImplementation(async userNo => {
    looking += 1
    await released
    return rostersOf(userNo)
  })
  const found = Array.from({ length: 4 }, () => author.does(getShareHubs, { noteNo, query: '순자' }))
  await vi.waitFor(() => expect(looking).toBeGreaterThanOrEqual(2))
  expect(await author.does(getShareHubs, { noteNo })).toMatchObject({ hubs: [{ hubNo }] })
  expect(looking).toBe(2)
  release()
  for (const { hubs: rooms } of await Promise.all(found)) expect(rooms).toMatchObject([{ hubNo }])
  looked.mockRestore()
})
