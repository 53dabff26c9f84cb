import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getSharedNotes } from '#protocol/discussion.ts'
import { getHistory } from '#protocol/noteHistory.ts'
import { deleteNote, getNote, getNotes, moveNotes } from '#protocol/notes.ts'
import { shareNote } from '#protocol/shares.ts'
import { createTopic, getTopics, renameTopic } from '#protocol/topics.ts'
import { getTrash } from '#protocol/trash.ts'
import { removeTopic } from '#server/features/topics/topics.service.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { makeHub, newUser, type TestUser, writeNote } from '#tests/support/users.ts'

let node: TestNode
let author: TestUser
let friend: TestUser
let from: number
let to: number
let noteNo: number

beforeAll(async () => {
  node = await startNode({ mongoUrl: await emptyDatabase() })
})
afterAll(() => node.stop())
beforeEach(async () => {
  author = await newUser(node.url)
  friend = await newUser(node.url)
  noteNo = await writeNote(author, '옮길 노트')
  from = (await author.call(getNote, { noteNo })).subjectNo ?? 0
  const { subjects } = await author.call(createTopic, { title: '새 자리' })
  to = subjects[0]?.subjectNo ?? 0
})

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
