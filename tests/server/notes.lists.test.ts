import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { encodeText } from '#protocol/encoding.ts'
import { LATEST_NOTES_SHOWN, NOTE_EXCERPT_MAX, NOTES_PER_PAGE } from '#protocol/limits.ts'
import { getHistory } from '#protocol/noteHistory.ts'
import {
  deleteNote,
  getLatestNotes,
  getNote,
  getNotes,
  moveNotes,
  type NoteOrder,
  pinNote,
  postNote,
  updateNote,
} from '#protocol/notes.ts'
import { createTopic } from '#protocol/topics.ts'
import { restoreTrash } from '#protocol/trash.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { newUser, type TestUser } from '#tests/support/users.ts'

let node: TestNode
let author: TestUser
let topicNo: number

beforeAll(async () => {
  node = await startNode({ mongoUrl: await emptyDatabase() })
})
afterAll(() => node.stop())
beforeEach(async () => {
  author = await newUser(node.url)
  topicNo = await topicOf('주제')
})

async function topicOf(title: string): Promise<number> {
  const { subjects } = await author.call(createTopic, { title })
  return subjects[0]?.subjectNo ?? 0
}

async function write(title: string, text = ''): Promise<number> {
  return (await author.call(postNote, { topicNo, title, text: encodeText(text) })).noteNo
}

const list = (order?: NoteOrder, curPageNo?: number) =>
  author.call(getNotes, { topicNo, ...(order && { order }), ...(curPageNo && { curPageNo }) })
const titles = async (order?: NoteOrder, curPageNo?: number) =>
  (await list(order, curPageNo)).notes.map(({ title }) => title)
const pin = (noteNo: number, isPinned = true) => author.call(pinNote, { noteNo, isPinned })

test('a list shows an excerpt of each note without markdown signs, limited to a line', async () => {
  await write('회의록', '## 오늘\n\n- [ ] **책장**을 [재기](https://example.com/very/long)\n\n> 끝')
  await write('긴 글', `${'👍🏽가나다 '.repeat(400)}`)
  await write('빈 글')
  const [empty, long, short] = (await list()).notes
  expect(empty?.excerpt).toBe('')
  expect([...(long?.excerpt ?? '')]).toHaveLength(NOTE_EXCERPT_MAX)
  expect(long?.excerpt.isWellFormed()).toBe(true)
  expect(short?.excerpt).toBe('오늘 · 책장을 재기 끝')
})

test('the list of recent changes includes all of the user’s topics, and nothing of other users', async () => {
  const [first] = [await write('첫째'), await write('둘째')]
  topicNo = await topicOf('다른 주제')
  const deletedNo = await write('지울 것')
  await write('셋째', '**굵은** 글')
  await author.call(updateNote, { noteNo: first, title: '첫째', text: encodeText('고침') })
  await author.call(deleteNote, { noteNo: deletedNo })
  const { notes } = await author.call(getLatestNotes, {})
  expect(notes.map(({ title, excerpt, subjectTitle }) => [title, excerpt, subjectTitle])).toEqual([
    ['첫째', '고침', '주제'],
    ['셋째', '굵은 글', '다른 주제'],
    ['둘째', '', '주제'],
  ])
  await write('넷째')
  expect((await author.call(getLatestNotes, {})).notes).toHaveLength(LATEST_NOTES_SHOWN)
  expect((await (await newUser(node.url)).call(getLatestNotes, {})).notes).toEqual([])
})

test('notes can be sorted by change, by creation or by name', async () => {
  const first = await write('회의록')
  await write('회의 날')
  await write('가을')
  await write('apple')
  await author.call(updateNote, { noteNo: first, title: '회의록', text: '' })
  expect(await titles()).toEqual(['회의록', 'apple', '가을', '회의 날'])
  expect(await titles('changed')).toEqual(await titles())
  expect(await titles('created')).toEqual(['apple', '가을', '회의 날', '회의록'])
  expect(await titles('title')).toEqual(['apple', '가을', '회의 날', '회의록'])
})

test('names are sorted as in a dictionary, ignoring case, with numbers by value', async () => {
  const inOrder = [
    '2월',
    '10월',
    'apple',
    'Apple',
    'banana',
    '가을',
    '노트 2',
    '노트 9',
    '노트 10',
    '노트 100',
    '하루',
  ]
  for (const title of [...inOrder].sort()) await write(title)
  expect(await titles('title', 1)).toEqual(inOrder.slice(0, NOTES_PER_PAGE))
  expect(await titles('title', 2)).toEqual(inOrder.slice(NOTES_PER_PAGE))
})

test.each(['changed', 'created', 'title'] as const)(
  'sorted by %s, the pages of a long list contain each note once',
  async order => {
    for (let count = 0; count < NOTES_PER_PAGE + 2; count += 1) await write('같은 이름')
    const last = await write('나중')
    await pin(last)
    const seen = [...(await list(order, 1)).notes, ...(await list(order, 2)).notes]
    expect(seen[0]?.noteNo).toBe(last)
    expect(new Set(seen.map(({ noteNo }) => noteNo)).size).toBe(NOTES_PER_PAGE + 3)
  },
)

test('rejects an unknown sort order', async () => {
  expect(await author.callWithInvalidInput(getNotes, { topicNo, order: 'length' })).toMatchObject({
    status: 400,
  })
})

test('a pinned note is above the others, and pinning does not count as a change', async () => {
  const old = await write('오래된 노트')
  await write('새 노트')
  const before = await author.call(getNote, { noteNo: old })
  await pin(old)
  await pin(old)
  expect((await list()).notes).toMatchObject([{ noteNo: old, isPinned: true }, { isPinned: false }])
  expect(await author.call(getNote, { noteNo: old })).toEqual(before)
  expect((await author.call(getHistory, { noteNo: old })).versions).toHaveLength(1)
  await write('가장 새 노트')
  expect(await titles()).toEqual(['오래된 노트', '가장 새 노트', '새 노트'])
  await author.call(updateNote, { noteNo: old, title: '오래된 노트', text: '고침' })
  expect((await list()).notes[0]).toMatchObject({ noteNo: old, isPinned: true })
  await pin(old, false)
  await write('하나 더')
  expect((await titles())[0]).toBe('하나 더')
})

test('a pin belongs to one topic: it survives the trash, but not a move', async () => {
  const noteNo = await write('고정한 노트')
  await pin(noteNo)
  await author.call(deleteNote, { noteNo })
  expect(await author.request(pinNote, { noteNo, isPinned: false })).toMatchObject({ status: 404 })
  await author.call(restoreTrash, { noteNosJSON: JSON.stringify([noteNo]) })
  expect((await list()).notes).toMatchObject([{ noteNo, isPinned: true }])
  topicNo = await topicOf('다른 주제')
  await author.call(moveNotes, { noteNosJSON: JSON.stringify([noteNo]), topicNo })
  expect((await list()).notes).toMatchObject([{ noteNo, isPinned: false }])
})
