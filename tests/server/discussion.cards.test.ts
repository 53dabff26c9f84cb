import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { deleteComment } from '#protocol/comments.ts'
import { getSharedNotes, pinInRoom } from '#protocol/discussion.ts'
import { disjoin } from '#protocol/hubs.ts'
import { NOTE_EXCERPT_MAX, QUOTE_MAX } from '#protocol/limits.ts'
import { getNote, updateNote } from '#protocol/notes.ts'
import { setReaction } from '#protocol/reactions.ts'
import { shareNote } from '#protocol/shares.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { comment, makeHub, newUser, shareNewNote, type TestUser } from '#tests/support/users.ts'

/** The contents of a note’s card: excerpt, last comment, reactions and readers. */
let node: TestNode
let author: TestUser
let friend: TestUser
let other: TestUser
let hubNo: number
let noteNo: number

beforeAll(async () => {
  node = await startNode({ mongoUrl: await emptyDatabase() })
})
afterAll(() => node.stop())
beforeEach(async () => {
  author = await newUser(node.url)
  friend = await newUser(node.url)
  other = await newUser(node.url)
  hubNo = await makeHub(author, friend, other)
  noteNo = await shareNewNote(author, hubNo)
})

async function card(user = author, hub = hubNo) {
  const { notes } = await user.call(getSharedNotes, { selectedHubNo: hub })
  return notes.find(note => note.noteNo === noteNo)
}
const rewrite = (text: string) => author.call(updateNote, { noteNo, title: '제목', text })

test('the excerpt has no markdown signs, includes the alt text of pictures, and is limited', async () => {
  await rewrite('# 골목\n\n**쌀집** ![1974년의 골목](/pictures/abc) [회보](https://example.com)')
  expect(await card()).toMatchObject({ excerpt: '골목 · 쌀집 1974년의 골목 회보' })
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
  expect(await card()).toMatchObject({ commentCount: 0, lastComment: null, empathyNos: [], empathyCount: 0 })
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
