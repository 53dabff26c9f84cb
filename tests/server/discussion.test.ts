import { beforeEach, describe, expect, test, vi } from 'vitest'
import { deleteComment } from '#protocol/comments.ts'
import { getSharedNotes, pinInRoom } from '#protocol/discussion.ts'
import { disjoin } from '#protocol/hubs.ts'
import { NOTE_EXCERPT_MAX, QUOTE_MAX, SHARED_NOTES_PER_PAGE } from '#protocol/limits.ts'
import { getNote, updateNote } from '#protocol/notes.ts'
import { setReaction } from '#protocol/reactions.ts'
import { shareNote, unshareNote } from '#protocol/shares.ts'
import { openNodes } from '#tests/support/node.ts'
import { comment, makeHub, newUsers, shareNewNote, type TestUser, writeNote } from '#tests/support/users.ts'

let author: TestUser
let friend: TestUser
let other: TestUser
let hubNo: number
let now = Date.now()

const [node] = await openNodes({ clock: () => new Date(now) })
beforeEach(async () => {
  ;[author, friend, other] = await newUsers(node.url, node.url, node.url)
  hubNo = await makeHub(author, friend, other)
})

const page = (user: TestUser, curPageNo = 1) => user.call(getSharedNotes, { selectedHubNo: hubNo, curPageNo })

test('a shared note returns everything but its text, of which there is an excerpt, and its author', async () => {
  const pageIndex = { firstPageNum: 1, prevPageNum: 1, curPageNum: 1, nextPageNum: 1, lastPageNum: 1 }
  const empty = { success: true, version: 1, lastSeq: 0, total: 0, notes: [], pinned: null, pageIndex }
  expect(await page(friend)).toEqual(empty)
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
  const lastUpdate = new Date(now).toISOString()
  const note = { articleTitle: '고친 제목', edited: true, noteVersion: 2, lastUpdate }
  expect(await page(friend)).toMatchObject({ version: version + 1, notes: [note] })
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
  expect((await pendingRequest(await writeNote(other))).pageIndex.curPageNum).toBe(2)
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

test('excludes notes that are not shared in this hub', async () => {
  await writeNote(author, '나누지 않은 노트')
  await shareNewNote(author, await makeHub(author, friend), '다른 방의 노트')
  expect(await page(friend)).toMatchObject({ total: 0, notes: [] })
})

describe('a card', () => {
  let noteNo: number
  beforeEach(async () => {
    noteNo = await shareNewNote(author, hubNo)
  })

  async function card(user = author, hub = hubNo) {
    const { notes } = await user.call(getSharedNotes, { selectedHubNo: hub })
    return notes.find(note => note.noteNo === noteNo)
  }
  const rewrite = (text: string) => author.call(updateNote, { noteNo, title: '제목', text })

  test('the excerpt is the first prose without markdown signs and pictures, and is limited', async () => {
    await rewrite('# 골목\n\n**쌀집** ![1974년의 골목](/pictures/abc) [회보](https://example.com)')
    expect(await card()).toMatchObject({ excerpt: '쌀집 회보' })
    await rewrite('가'.repeat(NOTE_EXCERPT_MAX))
    expect((await card())?.excerpt).toBe('가'.repeat(NOTE_EXCERPT_MAX))
    await rewrite('가'.repeat(5000))
    expect((await card())?.excerpt).toBe(`${'가'.repeat(NOTE_EXCERPT_MAX - 1)}…`)
    await rewrite('**가** '.repeat(100))
    expect((await card())?.excerpt).toMatch(/^(가 )+가…$/)
    await rewrite('')
    expect(await card()).toMatchObject({ excerpt: '' })
  })

  test('the newest comment is shown by its first line, and the previous one after its deletion', async () => {
    const place = { hubNo, noteNo }
    await comment(friend, place, '먼저 한 말')
    const second = await comment(other, place, `${'나'.repeat(200)}\n둘째 줄`)
    expect(await card()).toMatchObject({
      commentCount: 2,
      lastComment: { commentNo: second, writerNo: other.userNo, line: '나'.repeat(QUOTE_MAX) },
    })
    await other.call(deleteComment, { commentNo: second })
    expect(await card()).toMatchObject({
      commentCount: 1,
      lastComment: { writer: friend.name, line: '먼저 한 말' },
    })
  })

  test('comments and reactions belong to the hub where they were made', async () => {
    const pair = await makeHub(author, friend)
    await author.call(shareNote, { hubNo: pair, noteNo })
    await comment(friend, { hubNo: pair, noteNo }, '둘만의 말')
    await friend.call(setReaction, { hubNo: pair, noteNo, isOn: true })
    expect(await card()).toMatchObject({
      commentCount: 0,
      lastComment: null,
      empathyNos: [],
      empathyCount: 0,
    })
    expect(await card(author, pair)).toMatchObject({ commentCount: 1, empathyNos: [friend.userNo] })
  })

  test('every member sees which members of the hub have opened the note', async () => {
    const pair = await makeHub(author, friend)
    await author.call(shareNote, { hubNo: pair, noteNo })
    await author.call(getNote, { noteNo })
    await friend.call(getNote, { noteNo })
    await other.call(getNote, { noteNo })
    for (const member of [author, friend, other])
      expect((await card(member))?.readerNos?.toSorted()).toEqual([friend.userNo, other.userNo])
    expect((await card(friend, pair))?.readerNos).toEqual([friend.userNo])
    await friend.call(disjoin, { targetHubNo: hubNo })
    expect((await card())?.readerNos).toEqual([other.userNo])
  })

  test('a pinned note that is also on the page has the same data in both places', async () => {
    const laterNoteNo = await shareNewNote(author, hubNo)
    await author.call(pinInRoom, { hubNo, noteNo, isPinned: true })
    const { notes, pinned, total } = await friend.call(getSharedNotes, { selectedHubNo: hubNo })
    expect(notes.map(note => note.noteNo)).toEqual([laterNoteNo, noteNo])
    expect(pinned).toMatchObject({ noteNo, excerpt: notes[1]?.excerpt })
    expect(total).toBe(2)
    const second = await friend.call(getSharedNotes, {
      selectedHubNo: hubNo,
      numberOfItemsPerPage: 1,
      curPageNo: 2,
    })
    expect(second.notes.map(note => note.noteNo)).toEqual([noteNo])
  })

  test('each user’s page requests are serialized, and identical ones share a read', async () => {
    const { cards } = node.app.context.repositories
    const { read } = cards
    let reading = 0
    const readings: number[] = []
    const watched = vi.spyOn(cards, 'read').mockImplementation(async (...asked) => {
      reading += 1
      readings.push(reading)
      const found = await read(...asked)
      reading -= 1
      return found
    })
    const sizes = [1, 2, 3, 3, 3, 3]
    const pages = await Promise.all(
      sizes.map(numberOfItemsPerPage =>
        author.call(getSharedNotes, { selectedHubNo: hubNo, numberOfItemsPerPage }),
      ),
    )
    for (const { notes } of pages) expect(notes).toMatchObject([{ noteNo }])
    expect(readings).toEqual([1, 1, 1])
    watched.mockRestore()
  })
})
