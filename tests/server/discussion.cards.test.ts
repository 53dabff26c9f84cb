import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { deleteComment } from '#protocol/comments.ts'
import { getSharedNotes, pinInRoom } from '#protocol/discussion.ts'
import { disjoin } from '#protocol/hubs.ts'
import { NOTE_EXCERPT_MAX, QUOTE_MAX } from '#protocol/limits.ts'
import { getNote, updateNote } from '#protocol/notes.ts'
import { setReaction } from '#protocol/reactions.ts'
import { shareNote } from '#protocol/shares.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { comment, makeHub, newPerson, type Person, shareNewNote } from '#tests/support/person.ts'

/** What a card tells of its note: first words, the last comment, who empathizes and who has read it. */
let node: TestNode
let author: Person
let friend: Person
let other: Person
let hubNo: number
let noteNo: number

beforeAll(async () => {
  node = await startNode({ mongoUrl: await emptyDatabase() })
})
afterAll(() => node.stop())
beforeEach(async () => {
  author = await newPerson(node.url)
  friend = await newPerson(node.url)
  other = await newPerson(node.url)
  hubNo = await makeHub(author, friend, other)
  noteNo = await shareNewNote(author, hubNo)
})

async function card(person = author, hub = hubNo) {
  const { notes } = await person.does(getSharedNotes, { selectedHubNo: hub })
  return notes.find(note => note.noteNo === noteNo)
}
const rewrite = (text: string) => author.does(updateNote, { noteNo, title: '제목', text })

test('the first words stand without markdown signs, with what pictures show, and end somewhere', async () => {
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

test('the newest comment is told by its first line, and the one before it once it is deleted', async () => {
  const place = { hubNo, noteNo }
  await comment(friend, place, '먼저 한 말')
  const second = await comment(other, place, `${'나'.repeat(200)}\n둘째 줄`)
  expect(await card()).toMatchObject({
    commentCount: 2,
    lastComment: { commentNo: second, writerNo: other.userNo, line: '나'.repeat(QUOTE_MAX) },
  })
  await other.does(deleteComment, { commentNo: second })
  expect(await card()).toMatchObject({
    commentCount: 1,
    lastComment: { writer: friend.name, line: '먼저 한 말' },
  })
})

test('comments and empathy are told of the hub where they are', async () => {
  const pair = await makeHub(author, friend)
  await author.does(shareNote, { hubNo: pair, noteNo })
  await comment(friend, { hubNo: pair, noteNo }, '둘만의 말')
  await friend.does(setReaction, { hubNo: pair, noteNo, isOn: true })
  expect(await card()).toMatchObject({ commentCount: 0, lastComment: null, empathyNos: [], empathyCount: 0 })
  expect(await card(author, pair)).toMatchObject({ commentCount: 1, empathyNos: [friend.userNo] })
})

test('who has opened the note is told to all in the hub, of its own members alone', async () => {
  const pair = await makeHub(author, friend)
  await author.does(shareNote, { hubNo: pair, noteNo })
  await author.does(getNote, { noteNo })
  await friend.does(getNote, { noteNo })
  await other.does(getNote, { noteNo })
  for (const member of [author, friend, other])
    expect((await card(member))?.readerNos?.toSorted()).toEqual([friend.userNo, other.userNo])
  expect((await card(friend, pair))?.readerNos).toEqual([friend.userNo])
  await friend.does(disjoin, { targetHubNo: hubNo })
  expect((await card())?.readerNos).toEqual([other.userNo])
})

test('a pinned note that stands on the page, too, is told once in each place', async () => {
  const later = await shareNewNote(author, hubNo)
  await author.does(pinInRoom, { hubNo, noteNo, isPinned: true })
  const { notes, pinned, total } = await friend.does(getSharedNotes, { selectedHubNo: hubNo })
  expect(notes.map(note => note.noteNo)).toEqual([later, noteNo])
  expect(pinned).toMatchObject({ noteNo, excerpt: notes[1]?.excerpt })
  expect(total).toBe(2)
  const second = await friend.does(getSharedNotes, {
    selectedHubNo: hubNo,
    numberOfItemsPerPage: 1,
    curPageNo: 2,
  })
  expect(second.notes.map(note => note.noteNo)).toEqual([noteNo])
})

test('of each person one page is read at a time, and the same page once', async () => {
  const { cards } = node.app.context.stores
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
      author.does(getSharedNotes, { selectedHubNo: hubNo, numberOfItemsPerPage }),
    ),
  )
  for (const { notes } of pages) expect(notes).toMatchObject([{ noteNo }])
  expect(readings).toEqual([1, 1, 1])
  watched.mockRestore()
})
