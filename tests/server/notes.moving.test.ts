import { beforeEach, describe, expect, test } from 'vitest'
import { getSharedNotes } from '#protocol/discussion.ts'
import { NOTES_AT_ONCE_MAX } from '#protocol/limits.ts'
import { getHistory } from '#protocol/noteHistory.ts'
import { deleteNote, deleteNotes, getNote, getNotes, moveNotes } from '#protocol/notes.ts'
import { shareNote } from '#protocol/shares.ts'
import { createTopic, getTopics, renameTopic } from '#protocol/topics.ts'
import { getTrash, restoreTrash } from '#protocol/trash.ts'
import { removeTopic } from '#server/features/topics/topics.service.ts'
import { call } from '#tests/support/call.ts'
import { openNodes } from '#tests/support/node.ts'
import { makeHub, newTopic, newUser, type TestUser, topicOf, writeNote } from '#tests/support/users.ts'

const now = Date.now()
const parts = { clock: () => new Date(now) }

/** The same user’s concurrent requests go to the other node; at one node they would be serialized. */
const [node, otherNode] = await openNodes(parts, parts)
let author: TestUser
let friend: TestUser
let from: number
let to: number
let noteNo: number

const move = (noteNos: number[], topicNo = to) =>
  author.request(moveNotes, { noteNosJSON: JSON.stringify(noteNos), topicNo })

/** The counts of both topics, as stored and as listed. */
async function expectCounts(before: number, after: number): Promise<void> {
  const { subjects } = await author.call(getTopics, {})
  const countOf = (topicNo: number) => subjects.find(({ subjectNo }) => subjectNo === topicNo)?.noteCount
  expect([countOf(from), countOf(to)]).toEqual([before, after])
  expect((await author.call(getNotes, { topicNo: from })).notes).toHaveLength(before)
  expect((await author.call(getNotes, { topicNo: to })).notes).toHaveLength(after)
}

beforeEach(async () => {
  author = await newUser(node.url)
  friend = await newUser(node.url)
  noteNo = await writeNote(author, '옮길 노트')
  from = await topicOf(author, noteNo)
  to = await newTopic(author, '새 자리')
})

test('a moved note is in the other topic, unchanged', async () => {
  const before = await author.call(getNote, { noteNo })
  expect(await move([noteNo])).toMatchObject({ status: 200 })
  expect(await author.call(getNote, { noteNo })).toEqual({
    ...before,
    subjectNo: to,
    subjectTitle: '새 자리',
  })
  expect((await author.call(getHistory, { noteNo })).versions).toHaveLength(1)
  await expectCounts(0, 1)
  // Repeating the move, or moving to the same topic, changes nothing.
  expect(await move([noteNo, noteNo])).toMatchObject({ status: 200 })
  await expectCounts(0, 1)
})

test('of several notes existing ones are moved, and missing ones are named', async () => {
  const more = [await writeNote(author), await writeNote(author)]
  const [gone = 0, theirs] = [await writeNote(author), await writeNote(friend, '남의 노트')]
  await author.call(deleteNote, { noteNo: gone })
  expect(await move([noteNo, gone, theirs, ...more])).toMatchObject({
    status: 200,
    body: { missingNos: [gone, theirs] },
  })
  await expectCounts(0, 3)
  // Repeating the call has the same result.
  expect(await move([noteNo, gone])).toMatchObject({ status: 200, body: { missingNos: [gone] } })
  await expectCounts(0, 3)
})

test('nothing is moved if no note exists, or if one is another user’s readable note', async () => {
  const theirs = await writeNote(friend, '남의 노트')
  expect(await move([theirs, 999_999_999])).toMatchObject({ status: 404 })
  const hubNo = await makeHub(author, friend)
  await friend.call(shareNote, { hubNo, noteNo: theirs })
  expect(await move([noteNo, theirs])).toMatchObject({ status: 403 })
  await expectCounts(1, 0)
})

test('a note cannot be moved into another user’s topic', async () => {
  const { subjects } = await friend.call(createTopic, { title: '남의 주제' })
  expect(await move([noteNo], subjects[0]?.subjectNo)).toMatchObject({ status: 404 })
  await expectCounts(1, 0)
})

test('a shared note stays shared, and its hub receives its new topic', async () => {
  const hubNo = await makeHub(author, friend)
  await author.call(shareNote, { hubNo, noteNo })
  expect((await friend.call(getSharedNotes, { selectedHubNo: hubNo })).notes).toMatchObject([
    { noteNo, subjectTitle: '주제' },
  ])
  const tab = await friend.openSocket()
  await move([noteNo])
  expect(await tab.waitForEvent('note:changed')).toMatchObject({
    hubNo,
    noteNo,
    subjectTitle: '새 자리',
    noteVersion: 1,
  })
  tab.close()
  expect((await friend.call(getSharedNotes, { selectedHubNo: hubNo })).notes).toMatchObject([
    { noteNo, subjectTitle: '새 자리', edited: false },
  ])
})

test('a note that is moved back and forth and deleted concurrently is counted once or not at all', async () => {
  const answers = await Promise.all([
    move([noteNo]),
    move([noteNo], from),
    move([noteNo]),
    author.request(deleteNote, { noteNo }),
    move([noteNo], from),
  ])
  for (const { status } of answers) expect([200, 404]).toContain(status)
  const { subjects } = await author.call(getTopics, {})
  expect(subjects).toMatchObject([{ noteCount: 0 }, { noteCount: 0 }])
  expect(await author.call(getTrash, {})).toMatchObject({ notes: [{ noteNo }] })
})

test('a note that is moved into a topic during the topic’s deletion is in the trash', async () => {
  const { topics } = node.app.context.repositories
  const notesOf = topics.countNotes
  topics.countNotes = async (owner, topicNo) => {
    topics.countNotes = notesOf
    const found = await notesOf(owner, topicNo)
    // As on another node: on this node the deletion would wait for the move.
    await removeTopic(node.app.context, topicNo)
    return found
  }
  expect(await move([noteNo])).toMatchObject({ status: 404 })
  expect(await author.call(getTrash, {})).toMatchObject({ notes: [{ noteNo }] })
  expect(await author.call(getTopics, {})).toMatchObject({ subjects: [{ subjectNo: from, noteCount: 0 }] })
})

test('a renamed topic has its new name wherever it is shown', async () => {
  const hubNo = await makeHub(author, friend)
  await author.call(shareNote, { hubNo, noteNo })
  await friend.call(getNote, { noteNo })
  await author.call(renameTopic, { topicNo: from, title: '  새 이름  ' })
  expect(await author.call(getNotes, { topicNo: from })).toMatchObject({ subjectTitle: '새 이름' })
  expect(await friend.call(getNote, { noteNo })).toMatchObject({ subjectTitle: '새 이름' })
  expect((await friend.call(getSharedNotes, { selectedHubNo: hubNo })).notes).toMatchObject([
    { subjectTitle: '새 이름' },
  ])
})

describe('several notes', () => {
  let noteNos: number[]

  beforeEach(async () => {
    author = await newUser(node.url)
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

  test('rejects more notes than allowed, and calls without any', async () => {
    expect(
      await remove(Array.from({ length: NOTES_AT_ONCE_MAX + 1 }, (_, place) => place + 1)),
    ).toMatchObject({ status: 400 })
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
})
