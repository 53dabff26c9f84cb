import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { decodeText, encodeText } from '#protocol/encoding.ts'
import { deleteNote, getNote, moveNotes, openDailyNote, updateNote } from '#protocol/notes.ts'
import { getTopics } from '#protocol/topics.ts'
import { openNodes } from '#tests/support/node.ts'
import { newTopic, newUser, type TestUser } from '#tests/support/users.ts'

const [node] = await openNodes({})
let author: TestUser
let requestKey: string

beforeEach(async () => {
  author = await newUser(node.url)
  requestKey = randomUUID()
})

const TODAY = { topicTitle: '일기', title: '2026년 11월 28일', text: encodeText('날씨: ') }
const open = async (more: object = {}) =>
  (await author.call(openDailyNote, { ...TODAY, requestKey, ...more })).noteNo

test('the first visit creates the topic and the note, and later ones return the note unchanged', async () => {
  const noteNo = await open()
  await author.call(updateNote, { noteNo, title: TODAY.title, text: encodeText('날씨: 맑음') })
  expect(await open({ requestKey: randomUUID() })).toBe(noteNo)
  const note = await author.call(getNote, { noteNo })
  expect([note.title, note.subjectTitle, decodeText(note.text)]).toEqual([TODAY.title, '일기', '날씨: 맑음'])
  expect((await author.call(getTopics, {})).subjects).toMatchObject([{ title: '일기', noteCount: 1 }])
})

test('devices that open it at the same time get one note', async () => {
  const noteNos = await Promise.all(Array.from({ length: 5 }, () => open()))
  expect(new Set(noteNos).size).toBe(1)
  expect((await author.call(getTopics, {})).subjects).toMatchObject([{ noteCount: 1 }])
})

test('a renamed or moved note stays the note of its day; after a deletion there is a new one', async () => {
  const noteNo = await open()
  await author.call(updateNote, { noteNo, title: '생일', text: encodeText('') })
  await author.call(moveNotes, { noteNosJSON: `[${noteNo}]`, topicNo: await newTopic(author, '기념일') })
  expect(await open()).toBe(noteNo)
  await author.call(deleteNote, { noteNo })
  expect(await open()).toBeGreaterThan(noteNo)
})

test('another user with the same title and key gets another note', async () => {
  const noteNo = await open()
  const other = await newUser(node.url)
  expect((await other.call(openDailyNote, { ...TODAY, requestKey })).noteNo).not.toBe(noteNo)
})
