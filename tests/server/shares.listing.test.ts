import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { disjoin, nameHub } from '#protocol/hubs.ts'
import { SHARE_HUBS_PER_PAGE, SHARE_NOTES_PER_PAGE } from '#protocol/limits.ts'
import { getNote, updateNote } from '#protocol/notes.ts'
import { getShareHubs, getShareNotes, shareNote, unshareNote } from '#protocol/shares.ts'
import { runBefore } from '#tests/support/interleave.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { makeHub, newUser, shareNewNote, type TestUser, writeNote } from '#tests/support/users.ts'

/** What can be shared where: the user’s notes for a hub, and the hubs for a note. */
let node: TestNode
let author: TestUser
let friend: TestUser
let hubNo: number
let now = Date.now()

beforeAll(async () => {
  node = await startNode({ mongoUrl: await emptyDatabase(), clock: () => new Date(now) })
})
afterAll(() => node.stop())
beforeEach(async () => {
  author = await newUser(node.url)
  friend = await newUser(node.url, '순자씨')
  hubNo = await makeHub(author, friend)
})

const write = (title: string) => {
  now += 1000
  return writeNote(author, title)
}
const notesFor = (asked = {}) => author.call(getShareNotes, { hubNo, ...asked })
const titles = async (asked = {}) => (await notesFor(asked)).notes.map(({ title }) => title)

test('the user’s notes are sorted by last change, with their topics and whether they are in the hub', async () => {
  const first = await write('먼저')
  const second = await write('다음')
  await shareNewNote(friend, hubNo, '남의 노트')
  await author.call(shareNote, { hubNo, noteNo: first })
  now += 1000
  await author.call(updateNote, { noteNo: first, title: '고친 먼저', text: '**새** 글' })
  expect(await notesFor()).toMatchObject({
    notes: [
      { noteNo: first, title: '고친 먼저', excerpt: '새 글', subjectTitle: '주제' },
      { noteNo: second, title: '다음' },
    ],
    shared: [first],
  })
  await author.call(unshareNote, { hubNo, noteNo: first })
  expect(await notesFor()).toMatchObject({ shared: [] })
})

test('finds notes by every word, in pages', async () => {
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

test('a user who has left the hub gets no information about it', async () => {
  await author.call(disjoin, { targetHubNo: hubNo })
  expect(await author.request(getShareNotes, { hubNo })).toMatchObject({ status: 404 })
})

test('finds hubs among many by name or members, with their readers', async () => {
  const noteNo = await write('나눌 노트')
  const others = await Promise.all(
    ['박서준', '김도현', '오세라', '정민호'].map(name => newUser(node.url, name)),
  )
  for (const other of others) await makeHub(author, other)
  const named = await makeHub(author, ...others)
  await author.call(nameHub, { hubNo: named, name: '목요 책방' })
  const rooms = async (asked = {}) => await author.call(getShareHubs, { noteNo, ...asked })
  expect((await rooms()).hubs).toHaveLength(SHARE_HUBS_PER_PAGE)
  expect((await rooms({ query: '책방' })).hubs.map(hub => hub.hubNo)).toEqual([named])
  expect((await rooms({ query: '서준' })).hubs).toHaveLength(2)
  expect((await rooms({ query: '없는이' })).hubs).toEqual([])

  await author.call(shareNote, { hubNo, noteNo })
  await friend.call(getNote, { noteNo })
  const { hubs, readCounts, readerNos, shared } = await rooms({ query: '순자' })
  expect(hubs.map(hub => hub.hubNo)).toEqual([hubNo])
  expect({ readCounts, readerNos, shared }).toEqual({
    readCounts: [1],
    readerNos: [[friend.userNo]],
    shared: [hubNo],
  })
})

test('a hub that the user leaves during the search is not returned', async () => {
  const noteNo = await write('골목')
  const race = runBefore(node.app.context.repositories.hubs, 'findByNos', () =>
    author.call(disjoin, { targetHubNo: hubNo }),
  )
  expect((await author.call(getShareHubs, { noteNo, query: '순자' })).hubs).toEqual([])
  await race
})

test('hub searches of one user run two at a time; requests without a query never wait', async () => {
  const noteNo = await write('골목')
  const { hubs } = node.app.context.repositories
  const { findSearchEntries: rostersOf } = hubs
  let looking = 0
  let release = () => {}
  const released = new Promise<void>(resolve => (release = resolve))
  const looked = vi.spyOn(hubs, 'findSearchEntries').mockImplementation(async userNo => {
    looking += 1
    await released
    return rostersOf(userNo)
  })
  const found = Array.from({ length: 4 }, () => author.call(getShareHubs, { noteNo, query: '순자' }))
  await vi.waitFor(() => expect(looking).toBeGreaterThanOrEqual(2))
  expect(await author.call(getShareHubs, { noteNo })).toMatchObject({ hubs: [{ hubNo }] })
  expect(looking).toBe(2)
  release()
  for (const { hubs: rooms } of await Promise.all(found)) expect(rooms).toMatchObject([{ hubNo }])
  looked.mockRestore()
})
