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
import { newPerson, type Person } from '#tests/support/person.ts'

let node: TestNode
let author: Person
let topicNo: number

beforeAll(async () => {
  node = await startNode({ mongoUrl: await emptyDatabase() })
})
afterAll(() => node.stop())
beforeEach(async () => {
  author = await newPerson(node.url)
  topicNo = await topicOf('주제')
})

async function topicOf(title: string): Promise<number> {
  const { subjects } = await author.does(createTopic, { title })
  return subjects[0]?.subjectNo ?? 0
}

async function write(title: string, text = ''): Promise<number> {
  return (await author.does(postNote, { topicNo, title, text: encodeText(text) })).noteNo
}

const list = (order?: NoteOrder, curPageNo?: number) =>
  author.does(getNotes, { topicNo, ...(order && { order }), ...(curPageNo && { curPageNo }) })
const titles = async (order?: NoteOrder, curPageNo?: number) =>
  (await list(order, curPageNo)).notes.map(({ title }) => title)
const pin = (noteNo: number, isPinned = true) => author.does(pinNote, { noteNo, isPinned })

test('a list shows the first words of each note without signs of markdown, and no more than a line', async () => {
  await write('회의록', '## 오늘\n\n- [ ] **책장**을 [재기](https://example.com/very/long)\n\n> 끝')
  await write('긴 글', `${'👍🏽가나다 '.repeat(400)}`)
  await write('빈 글')
  const [empty, long, short] = (await list()).notes
  expect(empty?.excerpt).toBe('')
  expect([...(long?.excerpt ?? '')]).toHaveLength(NOTE_EXCERPT_MAX)
  expect(long?.excerpt.isWellFormed()).toBe(true)
  expect(short?.excerpt).toBe('오늘 · 책장을 재기 끝')
})

test('what was changed last is listed from all topics, and nothing of others', async () => {
  const [first] = [await write('첫째'), await write('둘째')]
  topicNo = await topicOf('다른 주제')
  const gone = await write('지울 것')
  await write('셋째', '**굵은** 글')
  await author.does(updateNote, { noteNo: first, title: '첫째', text: encodeText('고침') })
  await author.does(deleteNote, { noteNo: gone })
  const { notes } = await author.does(getLatestNotes, {})
  expect(notes.map(({ title, excerpt, subjectTitle }) => [title, excerpt, subjectTitle])).toEqual([
    ['첫째', '고침', '주제'],
    ['셋째', '굵은 글', '다른 주제'],
    ['둘째', '', '주제'],
  ])
  await write('넷째')
  expect((await author.does(getLatestNotes, {})).notes).toHaveLength(LATEST_NOTES_SHOWN)
  expect((await (await newPerson(node.url)).does(getLatestNotes, {})).notes).toEqual([])
})

test('notes follow each other as they were changed, or made, or by their names', async () => {
  const first = await write('회의록')
  await write('회의 날')
  await write('가을')
  await write('apple')
  await author.does(updateNote, { noteNo: first, title: '회의록', text: '' })
  expect(await titles()).toEqual(['회의록', 'apple', '가을', '회의 날'])
  expect(await titles('changed')).toEqual(await titles())
  expect(await titles('created')).toEqual(['apple', '가을', '회의 날', '회의록'])
  expect(await titles('title')).toEqual(['apple', '가을', '회의 날', '회의록'])
})

test('names follow each other as in a dictionary, whatever the case, and numbers as numbers', async () => {
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
  'in the order %s the pages of a long list hold each note once',
  async order => {
    for (let count = 0; count < NOTES_PER_PAGE + 2; count += 1) await write('같은 이름')
    const last = await write('나중')
    await pin(last)
    const seen = [...(await list(order, 1)).notes, ...(await list(order, 2)).notes]
    expect(seen[0]?.noteNo).toBe(last)
    expect(new Set(seen.map(({ noteNo }) => noteNo)).size).toBe(NOTES_PER_PAGE + 3)
  },
)

test('another order than these is refused', async () => {
  expect(await author.misuses(getNotes, { topicNo, order: 'length' })).toMatchObject({ status: 400 })
})

test('a pinned note stands above the others, and counts as unchanged', async () => {
  const old = await write('오래된 노트')
  await write('새 노트')
  const before = await author.does(getNote, { noteNo: old })
  await pin(old)
  await pin(old)
  expect((await list()).notes).toMatchObject([{ noteNo: old, isPinned: true }, { isPinned: false }])
  expect(await author.does(getNote, { noteNo: old })).toEqual(before)
  expect((await author.does(getHistory, { noteNo: old })).versions).toHaveLength(1)
  await write('가장 새 노트')
  expect(await titles()).toEqual(['오래된 노트', '가장 새 노트', '새 노트'])
  await author.does(updateNote, { noteNo: old, title: '오래된 노트', text: '고침' })
  expect((await list()).notes[0]).toMatchObject({ noteNo: old, isPinned: true })
  await pin(old, false)
  await write('하나 더')
  expect((await titles())[0]).toBe('하나 더')
})

test('a pin holds in one topic: it outlives the trash, and not a move', async () => {
  const noteNo = await write('고정한 노트')
  await pin(noteNo)
  await author.does(deleteNote, { noteNo })
  expect(await author.asks(pinNote, { noteNo, isPinned: false })).toMatchObject({ status: 404 })
  await author.does(restoreTrash, { noteNosJSON: JSON.stringify([noteNo]) })
  expect((await list()).notes).toMatchObject([{ noteNo, isPinned: true }])
  topicNo = await topicOf('다른 주제')
  await author.does(moveNotes, { noteNosJSON: JSON.stringify([noteNo]), topicNo })
  expect((await list()).notes).toMatchObject([{ noteNo, isPinned: false }])
})
