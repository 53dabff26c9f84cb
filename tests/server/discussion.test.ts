import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getSharedNotes } from '#protocol/discussion.ts'
import { disjoin } from '#protocol/hubs.ts'
import { SHARED_NOTES_PER_PAGE } from '#protocol/limits.ts'
import { updateNote } from '#protocol/notes.ts'
import { unshareNote } from '#protocol/shares.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { makeHub, newUser, shareNewNote, type TestUser, writeNote } from '#tests/support/users.ts'

let node: TestNode
let author: TestUser
let friend: TestUser
let stranger: TestUser
let hubNo: number
let now = Date.now()

beforeAll(async () => {
  node = await startNode({ mongoUrl: await emptyDatabase(), clock: () => new Date(now) })
  author = await newUser(node.url, '글쓴이')
  stranger = await newUser(node.url)
})
afterAll(() => node.stop())
beforeEach(async () => {
  friend = await newUser(node.url)
  hubNo = await makeHub(author, friend)
})

const page = (user: TestUser, curPageNo = 1) => user.call(getSharedNotes, { selectedHubNo: hubNo, curPageNo })

test('a hub has no notes at first', async () => {
  expect(await page(friend)).toEqual({
    success: true,
    version: 1,
    lastSeq: 0,
    total: 0,
    notes: [],
    pinned: null,
    pageIndex: { firstPageNum: 1, prevPageNum: 1, curPageNum: 1, nextPageNum: 1, lastPageNum: 1 },
  })
})

test('a shared note returns everything but its text, of which there is an excerpt, and its author', async () => {
  const noteNo = await shareNewNote(author, hubNo, '나눈 노트')
  const note = {
    noteNo,
    seq: 1,
    articleTitle: '나눈 노트',
    subjectTitle: '주제',
    author: author.name,
    authorNo: author.userNo,
    profPic: '',
    lastUpdate: new Date(now).toISOString(),
    sharedAt: new Date(now).toISOString(),
    edited: false,
    noteVersion: 1,
    excerpt: '오늘 이야기한 것',
    commentCount: 0,
    lastComment: null,
    empathyCount: 0,
    empathyNos: [],
    readerNos: [],
    hasNewComments: false,
  }
  expect((await page(friend)).notes).toEqual([{ ...note, isAuthor: false, isNew: true }])
  expect((await page(author)).notes).toEqual([{ ...note, isAuthor: true, isNew: false }])
})

test('a note changed after it was shared is marked as such', async () => {
  const noteNo = await shareNewNote(author, hubNo)
  const { version } = await page(friend)
  now += 1000
  await author.call(updateNote, { noteNo, title: '고친 제목', text: '' })
  expect(await page(friend)).toMatchObject({
    version: version + 1,
    notes: [
      { articleTitle: '고친 제목', edited: true, noteVersion: 2, lastUpdate: new Date(now).toISOString() },
    ],
  })
})

test('the newest share is first, and pages are clamped, also after the last one became empty', async () => {
  const shared: number[] = []
  for (let count = 0; count <= SHARED_NOTES_PER_PAGE; count += 1)
    shared.push(await shareNewNote(author, hubNo))
  const first = await page(friend, 1)
  expect(first.notes.map(note => note.noteNo)).toEqual(shared.slice(1).toReversed())
  expect(await page(friend, 99)).toMatchObject({
    total: 10,
    notes: [{ noteNo: shared[0] }],
    pageIndex: { prevPageNum: 1, curPageNum: 2, nextPageNum: 2, lastPageNum: 2 },
  })
  await author.call(unshareNote, { hubNo, noteNo: shared[0] ?? 0 })
  expect(await page(friend, 2)).toMatchObject({
    total: 9,
    notes: { length: SHARED_NOTES_PER_PAGE },
    pageIndex: { curPageNum: 1, lastPageNum: 1 },
  })
})

test('a request for a note returns the page with it; without it the requested page', async () => {
  const noteNos: number[] = []
  for (let count = 0; count < 5; count += 1) noteNos.push(await shareNewNote(author, hubNo))
  const pendingRequest = (noteNo: number) =>
    author.call(getSharedNotes, { selectedHubNo: hubNo, numberOfItemsPerPage: 2, curPageNo: 2, noteNo })
  const pages = await Promise.all(noteNos.map(pendingRequest))
  expect(pages.map(({ pageIndex }) => pageIndex.curPageNum)).toEqual([3, 2, 2, 1, 1])
  pages.forEach((page, at) => {
    expect(page.notes.map(({ noteNo }) => noteNo)).toContain(noteNos[at])
  })

  const [withdrawn = 0] = noteNos
  await author.call(unshareNote, { noteNo: withdrawn, hubNo })
  expect((await pendingRequest(withdrawn)).pageIndex.curPageNum).toBe(2)
  expect((await pendingRequest(await writeNote(stranger))).pageIndex.curPageNum).toBe(2)
})

test('the position of the oldest unread share includes shares that a crashed server never counted, as the pages do', async () => {
  for (let count = 0; count < 3; count += 1) await shareNewNote(author, hubNo)
  const uncounted = { hubNo, noteNo: await writeNote(author), authorNo: author.userNo, sharedAt: new Date() }
  await node.app.context.repositories.shares.insert(uncounted, 3)
  const { total, unreadOlder } = await friend.call(getSharedNotes, {
    selectedHubNo: hubNo,
    numberOfItemsPerPage: 1,
  })
  expect({ total, unreadOlder }).toEqual({ total: 4, unreadOlder: { count: 3, place: 4 } })
})

test('only current members can read a discussion', async () => {
  await shareNewNote(author, hubNo)
  expect(await stranger.request(getSharedNotes, { selectedHubNo: hubNo })).toMatchObject({ status: 404 })
  await friend.call(disjoin, { targetHubNo: hubNo })
  expect(await friend.request(getSharedNotes, { selectedHubNo: hubNo })).toMatchObject({ status: 404 })
  expect(await page(author)).toMatchObject({ total: 1 })
})

test('excludes notes that are not shared in this hub', async () => {
  await writeNote(author, '나누지 않은 노트')
  await shareNewNote(author, await makeHub(author, friend, stranger), '다른 방의 노트')
  expect(await page(friend)).toMatchObject({ total: 0, notes: [] })
})
