import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getSharedNotes } from '#protocol/discussion.ts'
import { getHistory } from '#protocol/noteHistory.ts'
import { deleteNote, getNote, getNotes, moveNotes } from '#protocol/notes.ts'
import { shareNote } from '#protocol/shares.ts'
import { createTopic, getTopics, renameTopic } from '#protocol/topics.ts'
import { getTrash } from '#protocol/trash.ts'
import { removeTopic } from '#server/features/topics/topics.domain.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { makeHub, newPerson, type Person, writeNote } from '#tests/support/person.ts'

let node: TestNode
let author: Person
let friend: Person
let from: number
let to: number
let noteNo: number

beforeAll(async () => {
  node = await startNode({ mongoUrl: await emptyDatabase() })
})
afterAll(() => node.stop())
beforeEach(async () => {
  author = await newPerson(node.url)
  friend = await newPerson(node.url)
  noteNo = await writeNote(author, '옮길 노트')
  from = (await author.does(getNote, { noteNo })).subjectNo ?? 0
  const { subjects } = await author.does(createTopic, { title: '새 자리' })
  to = subjects[0]?.subjectNo ?? 0
})

const move = (noteNos: number[], topicNo = to) =>
  author.asks(moveNotes, { noteNosJSON: JSON.stringify(noteNos), topicNo })

/** In the topic moved from, and in the one moved to; as counted, and as listed. */
async function expectCounts(before: number, after: number): Promise<void> {
  const { subjects } = await author.does(getTopics, {})
  const countOf = (topicNo: number) => subjects.find(({ subjectNo }) => subjectNo === topicNo)?.noteCount
  expect([countOf(from), countOf(to)]).toEqual([before, after])
  expect((await author.does(getNotes, { topicNo: from })).notes).toHaveLength(before)
  expect((await author.does(getNotes, { topicNo: to })).notes).toHaveLength(after)
}

test('a moved note stands under the other topic, unchanged', async () => {
  const before = await author.does(getNote, { noteNo })
  expect(await move([noteNo])).toMatchObject({ status: 200 })
  expect(await author.does(getNote, { noteNo })).toEqual({
    ...before,
    subjectNo: to,
    subjectTitle: '새 자리',
  })
  expect((await author.does(getHistory, { noteNo })).versions).toHaveLength(1)
  await expectCounts(0, 1)
  // A second time, and where it is, nothing happens.
  expect(await move([noteNo, noteNo])).toMatchObject({ status: 200 })
  await expectCounts(0, 1)
})

test('of several notes those that are there are moved, and the others are named', async () => {
  const more = [await writeNote(author), await writeNote(author)]
  const [gone = 0, theirs] = [await writeNote(author), await writeNote(friend, '남의 노트')]
  await author.does(deleteNote, { noteNo: gone })
  expect(await move([noteNo, gone, theirs, ...more])).toMatchObject({
    status: 200,
    body: { missingNos: [gone, theirs] },
  })
  await expectCounts(0, 3)
  // A second time nothing is different.
  expect(await move([noteNo, gone])).toMatchObject({ status: 200, body: { missingNos: [gone] } })
  await expectCounts(0, 3)
})

test('nothing is moved where none is left, or one is somebody else’s to read', async () => {
  const theirs = await writeNote(friend, '남의 노트')
  expect(await move([theirs, 999_999_999])).toMatchObject({ status: 404 })
  const hubNo = await makeHub(author, friend)
  await friend.does(shareNote, { hubNo, noteNo: theirs })
  expect(await move([noteNo, theirs])).toMatchObject({ status: 403 })
  await expectCounts(1, 0)
})

test('nobody moves a note into a topic of somebody else', async () => {
  const { subjects } = await friend.does(createTopic, { title: '남의 주제' })
  expect(await move([noteNo], subjects[0]?.subjectNo)).toMatchObject({ status: 404 })
  await expectCounts(1, 0)
})

test('a shared note stays shared, and its room is told where it stands now', async () => {
  const hubNo = await makeHub(author, friend)
  await author.does(shareNote, { hubNo, noteNo })
  expect((await friend.does(getSharedNotes, { selectedHubNo: hubNo })).notes).toMatchObject([
    { noteNo, subjectTitle: '주제' },
  ])
  const tab = await friend.listens()
  await move([noteNo])
  expect(await tab.receives('note:changed')).toMatchObject({
    hubNo,
    noteNo,
    subjectTitle: '새 자리',
    noteVersion: 1,
  })
  tab.close()
  expect((await friend.does(getSharedNotes, { selectedHubNo: hubNo })).notes).toMatchObject([
    { noteNo, subjectTitle: '새 자리', edited: false },
  ])
})

test('a note that is moved to and fro, and deleted, at once is counted once or not at all', async () => {
  const answers = await Promise.all([
    move([noteNo]),
    move([noteNo], from),
    move([noteNo]),
    author.asks(deleteNote, { noteNo }),
    move([noteNo], from),
  ])
  for (const { status } of answers) expect([200, 404]).toContain(status)
  const { subjects } = await author.does(getTopics, {})
  expect(subjects).toMatchObject([{ noteCount: 0 }, { noteCount: 0 }])
  expect(await author.does(getTrash, {})).toMatchObject({ notes: [{ noteNo }] })
})

test('a note that is moved into a topic while that is deleted is in the trash', async () => {
  const { topics } = node.app.context.stores
  const notesOf = topics.notesOf
  topics.notesOf = async (owner, topicNo) => {
    topics.notesOf = notesOf
    const found = await notesOf(owner, topicNo)
    // As on another node: on this one it would wait for the moving.
    await removeTopic(node.app.context, topicNo)
    return found
  }
  expect(await move([noteNo])).toMatchObject({ status: 404 })
  expect(await author.does(getTrash, {})).toMatchObject({ notes: [{ noteNo }] })
  expect(await author.does(getTopics, {})).toMatchObject({ subjects: [{ subjectNo: from, noteCount: 0 }] })
})

test('a renamed topic bears its new name wherever it is shown', async () => {
  const hubNo = await makeHub(author, friend)
  await author.does(shareNote, { hubNo, noteNo })
  await friend.does(getNote, { noteNo })
  await author.does(renameTopic, { topicNo: from, title: '  새 이름  ' })
  expect(await author.does(getNotes, { topicNo: from })).toMatchObject({ subjectTitle: '새 이름' })
  expect(await friend.does(getNote, { noteNo })).toMatchObject({ subjectTitle: '새 이름' })
  expect((await friend.does(getSharedNotes, { selectedHubNo: hubNo })).notes).toMatchObject([
    { subjectTitle: '새 이름' },
  ])
})
