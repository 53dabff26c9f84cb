import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { NOTES_AT_ONCE_MAX } from '#protocol/limits.ts'
import { deleteNote, deleteNotes, getNote, moveNotes } from '#protocol/notes.ts'
import { shareNote } from '#protocol/shares.ts'
import { createTopic, getTopics } from '#protocol/topics.ts'
import { getTrash, purgeTrash, restoreTrash } from '#protocol/trash.ts'
import { call } from '#tests/support/call.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { makeHub, newUser, type TestUser, writeNote } from '#tests/support/users.ts'

let node: TestNode
/** The same user’s concurrent requests go to the other node; at one node they would be serialized. */
let otherNode: TestNode
let author: TestUser
let friend: TestUser
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
  author = await newUser(node.url)
  friend = await newUser(node.url)
  noteNos = [await writeNote(author), await writeNote(author), await writeNote(author)]
})

const json = (numbers: readonly number[]) => JSON.stringify(numbers)
const remove = (numbers: readonly number[], user = author) =>
  user.request(deleteNotes, { noteNosJSON: json(numbers) })
const sorted = (numbers: number[]) => numbers.sort((one, other) => one - other)
const countInTrash = async () => sorted((await author.call(getTrash, {})).notes.map(({ noteNo }) => noteNo))
/** The sum over all topics. */
async function countNotes(): Promise<number> {
  const { subjects } = await author.call(getTopics, {})
  return subjects.reduce((sum, { noteCount }) => sum + noteCount, 0)
}

test('several notes can be trashed in one call, are withdrawn from their hubs, and can be restored together', async () => {
  const hubNo = await makeHub(author, friend)
  await author.call(shareNote, { hubNo, noteNo: noteNos[0] ?? 0 })
  expect(await remove([...noteNos, noteNos[0] ?? 0])).toMatchObject({ status: 200 })
  expect([await countInTrash(), await countNotes()]).toEqual([noteNos, 0])
  expect(await friend.request(getNote, { noteNo: noteNos[0] ?? 0 })).toMatchObject({ status: 404 })
  await author.call(restoreTrash, { noteNosJSON: json(noteNos) })
  expect([await countInTrash(), await countNotes()]).toEqual([[], 3])
  expect(await friend.request(getNote, { noteNo: noteNos[0] ?? 0 })).toMatchObject({ status: 200 })
})

test('already deleted notes are reported, except to a repeated call', async () => {
  const [first = 0, ...others] = noteNos
  await author.call(deleteNote, { noteNo: first })
  expect(await remove(noteNos)).toMatchObject({ body: { missingNos: [], deletedNos: others } })
  const { body } = await remove(noteNos)
  expect(body).toMatchObject({ missingNos: [] })
  expect(sorted((body as { deletedNos: number[] }).deletedNos)).toEqual(noteNos)
})

test('if one of the notes is another user’s readable note, none is deleted', async () => {
  const theirs = await writeNote(friend)
  const hubNo = await makeHub(author, friend)
  await friend.call(shareNote, { hubNo, noteNo: theirs })
  expect(await remove([...noteNos, theirs])).toMatchObject({ status: 403 })
  expect([await countInTrash(), await countNotes()]).toEqual([[], 3])
})

test('existing notes are deleted, and missing ones are named', async () => {
  const theirs = await writeNote(friend)
  const missingNos = [theirs, 999_999_999]
  expect(await remove(missingNos)).toMatchObject({ status: 404 })
  expect(await remove([...noteNos, ...missingNos])).toMatchObject({ status: 200, body: { missingNos } })
  expect([await countInTrash(), await countNotes()]).toEqual([noteNos, 0])
  expect(await friend.request(getNote, { noteNo: theirs })).toMatchObject({ status: 200 })
})

test('a caller who got no response can repeat the call', async () => {
  await author.call(deleteNote, { noteNo: noteNos[1] ?? 0 })
  expect(await remove(noteNos)).toMatchObject({ status: 200 })
  expect(await remove(noteNos)).toMatchObject({ status: 200 })
  expect([await countInTrash(), await countNotes()]).toEqual([noteNos, 0])
  await author.call(purgeTrash, {})
  expect(await countInTrash()).toEqual([])
})

test('rejects more notes than allowed, and calls without any', async () => {
  expect(await remove(Array.from({ length: NOTES_AT_ONCE_MAX + 1 }, (_, place) => place + 1))).toMatchObject({
    status: 400,
  })
  expect(await remove([])).toMatchObject({ status: 400 })
})

test('notes that are concurrently deleted at one node and moved, deleted and restored at the other are each in one place', async () => {
  const { subjects } = await author.call(createTopic, { title: '새 자리' })
  const secondNode = { noteNosJSON: json(noteNos), topicNo: subjects[0]?.subjectNo ?? 0 }
  const answers = await Promise.all([
    remove(noteNos),
    call(otherNode.url, moveNotes, secondNode, author.token),
    call(otherNode.url, deleteNotes, { noteNosJSON: json([...noteNos].reverse()) }, author.token),
    call(otherNode.url, restoreTrash, { noteNosJSON: json(noteNos) }, author.token),
  ])
  for (const { status } of answers) expect([200, 404]).toContain(status)
  const trashed = await countInTrash()
  const remaining = []
  for (const noteNo of noteNos)
    if ((await author.request(getNote, { noteNo })).status === 200) remaining.push(noteNo)
  expect(sorted([...trashed, ...remaining])).toEqual(noteNos)
  expect(await countNotes()).toBe(remaining.length)
})
