import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { NOTES_AT_ONCE_MAX } from '#protocol/limits.ts'
import { deleteNote, deleteNotes, getNote, moveNotes } from '#protocol/notes.ts'
import { shareNote } from '#protocol/shares.ts'
import { createTopic, getTopics } from '#protocol/topics.ts'
import { getTrash, purgeTrash, restoreTrash } from '#protocol/trash.ts'
import { call } from '#tests/support/call.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { makeHub, newPerson, type Person, writeNote } from '#tests/support/person.ts'

let node: TestNode
/** Where the same person does something while they do something here: at one node it would wait. */
let otherNode: TestNode
let author: Person
let friend: Person
let noteNos: number[]

beforeAll(async () => {
  const parts = { mongoUrl: await emptyDatabase() }
  node = await startNode(parts)
  otherNode = await startNode(parts)
})
afterAll(async () => {
  await Promise.all([node.stop(), otherNode.stop()])
})
beforeEach(async () => {
  author = await newPerson(node.url)
  friend = await newPerson(node.url)
  noteNos = [await writeNote(author), await writeNote(author), await writeNote(author)]
})

const json = (numbers: readonly number[]) => JSON.stringify(numbers)
const remove = (numbers: readonly number[], person = author) =>
  person.asks(deleteNotes, { noteNosJSON: json(numbers) })
const inOrder = (numbers: number[]) => numbers.sort((one, other) => one - other)
const inTrash = async () => inOrder((await author.does(getTrash, {})).notes.map(({ noteNo }) => noteNo))
/** Of all topics. */
async function counted(): Promise<number> {
  const { subjects } = await author.does(getTopics, {})
  return subjects.reduce((sum, { noteCount }) => sum + noteCount, 0)
}

test('several notes are put into the trash at once, leave their rooms, and come back together', async () => {
  const hubNo = await makeHub(author, friend)
  await author.does(shareNote, { hubNo, noteNo: noteNos[0] ?? 0 })
  expect(await remove([...noteNos, noteNos[0] ?? 0])).toMatchObject({ status: 200 })
  expect([await inTrash(), await counted()]).toEqual([noteNos, 0])
  expect(await friend.asks(getNote, { noteNo: noteNos[0] ?? 0 })).toMatchObject({ status: 404 })
  await author.does(restoreTrash, { noteNosJSON: json(noteNos) })
  expect([await inTrash(), await counted()]).toEqual([[], 3])
  expect(await friend.asks(getNote, { noteNo: noteNos[0] ?? 0 })).toMatchObject({ status: 200 })
})

test('what had been deleted before is told apart, but not in a call that repeats one', async () => {
  const [first = 0, ...others] = noteNos
  await author.does(deleteNote, { noteNo: first })
  expect(await remove(noteNos)).toMatchObject({ body: { missingNos: [], deletedNos: others } })
  const { body } = await remove(noteNos)
  expect(body).toMatchObject({ missingNos: [] })
  expect(inOrder((body as { deletedNos: number[] }).deletedNos)).toEqual(noteNos)
})

test("with a note of somebody else's that one may read none is deleted", async () => {
  const theirs = await writeNote(friend)
  const hubNo = await makeHub(author, friend)
  await friend.does(shareNote, { hubNo, noteNo: theirs })
  expect(await remove([...noteNos, theirs])).toMatchObject({ status: 403 })
  expect([await inTrash(), await counted()]).toEqual([[], 3])
})

test('those that are there are deleted, and the others are named', async () => {
  const theirs = await writeNote(friend)
  const missingNos = [theirs, 999_999_999]
  expect(await remove(missingNos)).toMatchObject({ status: 404 })
  expect(await remove([...noteNos, ...missingNos])).toMatchObject({ status: 200, body: { missingNos } })
  expect([await inTrash(), await counted()]).toEqual([noteNos, 0])
  expect(await friend.asks(getNote, { noteNo: theirs })).toMatchObject({ status: 200 })
})

test('whoever got no answer may ask again', async () => {
  await author.does(deleteNote, { noteNo: noteNos[1] ?? 0 })
  expect(await remove(noteNos)).toMatchObject({ status: 200 })
  expect(await remove(noteNos)).toMatchObject({ status: 200 })
  expect([await inTrash(), await counted()]).toEqual([noteNos, 0])
  await author.does(purgeTrash, {})
  expect(await inTrash()).toEqual([])
})

test('more at once than are allowed are refused, and none too', async () => {
  expect(await remove(Array.from({ length: NOTES_AT_ONCE_MAX + 1 }, (_, place) => place + 1))).toMatchObject({
    status: 400,
  })
  expect(await remove([])).toMatchObject({ status: 400 })
})

test('notes that are deleted here, and moved, deleted and brought back there, are each in one place', async () => {
  const { subjects } = await author.does(createTopic, { title: '새 자리' })
  const there = { noteNosJSON: json(noteNos), topicNo: subjects[0]?.subjectNo ?? 0 }
  const answers = await Promise.all([
    remove(noteNos),
    call(otherNode.url, moveNotes, there, author.token),
    call(otherNode.url, deleteNotes, { noteNosJSON: json([...noteNos].reverse()) }, author.token),
    call(otherNode.url, restoreTrash, { noteNosJSON: json(noteNos) }, author.token),
  ])
  for (const { status } of answers) expect([200, 404]).toContain(status)
  const trashed = await inTrash()
  const left = []
  for (const noteNo of noteNos) if ((await author.asks(getNote, { noteNo })).status === 200) left.push(noteNo)
  expect(inOrder([...trashed, ...left])).toEqual(noteNos)
  expect(await counted()).toBe(left.length)
})
