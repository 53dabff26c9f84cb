import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getSharedNotes } from '#protocol/discussion.ts'
import { disjoin } from '#protocol/hubs.ts'
import { SHARED_NOTES_PER_PAGE } from '#protocol/limits.ts'
import { updateNote } from '#protocol/notes.ts'
import { unshareNote } from '#protocol/shares.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { makeHub, newPerson, type Person, shareNewNote, writeNote } from '#tests/support/person.ts'

let node: TestNode
let author: Person
let friend: Person
let stranger: Person
let hubNo: number
let now = Date.now()

beforeAll(async () => {
  node = await startNode({ mongoUrl: await emptyDatabase(), clock: () => new Date(now) })
  author = await newPerson(node.url, '글쓴이')
  stranger = await newPerson(node.url)
})
afterAll(() => node.stop())
beforeEach(async () => {
  friend = await newPerson(node.url)
  hubNo = await makeHub(author, friend)
})

const page = (person: Person, curPageNo = 1) =>
  person.does(getSharedNotes, { selectedHubNo: hubNo, curPageNo })

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

test('a shared note tells all but its text, of which the first words, and whose it is', async () => {
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

test('a note changed after it was shared says so', async () => {
  const noteNo = await shareNewNote(author, hubNo)
  const { version } = await page(friend)
  now += 1000
  await author.does(updateNote, { noteNo, title: '고친 제목', text: '' })
  expect(await page(friend)).toMatchObject({
    version: version + 1,
    notes: [
      { articleTitle: '고친 제목', edited: true, noteVersion: 2, lastUpdate: new Date(now).toISOString() },
    ],
  })
})

test('the newest share comes first, and pages are clamped, also after the last one emptied', async () => {
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
  await author.does(unshareNote, { hubNo, noteNo: shared[0] ?? 0 })
  expect(await page(friend, 2)).toMatchObject({
    total: 9,
    notes: { length: SHARED_NOTES_PER_PAGE },
    pageIndex: { curPageNum: 1, lastPageNum: 1 },
  })
})

test('the page that holds a note is found by it, wherever it is; without it the asked page comes', async () => {
  const noteNos: number[] = []
  for (let count = 0; count < 5; count += 1) noteNos.push(await shareNewNote(author, hubNo))
  const holding = (noteNo: number) =>
    author.does(getSharedNotes, { selectedHubNo: hubNo, numberOfItemsPerPage: 2, curPageNo: 2, noteNo })
  const pages = await Promise.all(noteNos.map(holding))
  expect(pages.map(({ pageIndex }) => pageIndex.curPageNum)).toEqual([3, 2, 2, 1, 1])
  pages.forEach((page, at) => {
    expect(page.notes.map(({ noteNo }) => noteNo)).toContain(noteNos[at])
  })

  const [withdrawn = 0] = noteNos
  await author.does(unshareNote, { noteNo: withdrawn, hubNo })
  expect((await holding(withdrawn)).pageIndex.curPageNum).toBe(2)
  expect((await holding(await writeNote(stranger))).pageIndex.curPageNum).toBe(2)
})

test('the place of the oldest unread counts what a server that died shared and never counted, as the pages do', async () => {
  for (let count = 0; count < 3; count += 1) await shareNewNote(author, hubNo)
  const uncounted = { hubNo, noteNo: await writeNote(author), authorNo: author.userNo, sharedAt: new Date() }
  await node.app.context.stores.shares.insert(uncounted, 3)
  const { total, unreadOlder } = await friend.does(getSharedNotes, {
    selectedHubNo: hubNo,
    numberOfItemsPerPage: 1,
  })
  expect({ total, unreadOlder }).toEqual({ total: 4, unreadOlder: { count: 3, place: 4 } })
})

test('only members see a discussion, and only while they are', async () => {
  await shareNewNote(author, hubNo)
  expect(await stranger.asks(getSharedNotes, { selectedHubNo: hubNo })).toMatchObject({ status: 404 })
  await friend.does(disjoin, { targetHubNo: hubNo })
  expect(await friend.asks(getSharedNotes, { selectedHubNo: hubNo })).toMatchObject({ status: 404 })
  expect(await page(author)).toMatchObject({ total: 1 })
})

test('what is not shared in this hub is not in it', async () => {
  await writeNote(author, '나누지 않은 노트')
  await shareNewNote(author, await makeHub(author, friend, stranger), '다른 방의 노트')
  expect(await page(friend)).toMatchObject({ total: 0, notes: [] })
})
