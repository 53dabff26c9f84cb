import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { deleteNote, getNotes, postNote } from '#protocol/notes.ts'
import { deleteTopic, getTopics } from '#protocol/topics.ts'
import { restoreTopic } from '#protocol/trash.ts'
import type { NoteRecord } from '#server/features/notes/notes.repository.ts'
import { openNodes } from '#tests/support/node.ts'
import { newTopic, newUser, type TestUser } from '#tests/support/users.ts'

/**
 * A topic stores the number of its notes. The number is always right, and right again soon after the database
 * crashes.
 */
let now = Date.now()
const [node] = await openNodes({ clock: () => new Date(now) })
const { mongo } = node
let author: TestUser
let topicNo: number

beforeEach(async () => {
  author = await newUser(node.url)
  topicNo = await newTopic(author, '세는 주제')
})

async function expectCount(count: number): Promise<void> {
  expect((await author.call(getTopics, {})).subjects).toMatchObject([
    { subjectNo: topicNo, noteCount: count },
  ])
  const { noteCount, notes } = await author.call(getNotes, { topicNo })
  expect([noteCount, notes.length]).toEqual([count, count])
}

const post = (requestKey?: string) =>
  author.request(postNote, { topicNo, title: '노트', text: '', ...(requestKey && { requestKey }) })

const saveNote = async () => (await post()).body.noteNo

/** The state of a topic when the database crashes during a save. */
async function leavePendingCount(noteNo: number): Promise<void> {
  const unsettled = { noteNo, since: new Date(now) }
  await mongo
    .collection<{ unsettled: object[] }>('topics')
    .updateOne({ subjectNo: topicNo }, { $push: { unsettled } })
}

async function cleanUpAfterLease(): Promise<void> {
  now += 61_000
  await node.app.cleanUp()
}

test('concurrently created and deleted notes are all counted', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => post()))
  await expectCount(8)
  const noteNos = answers.map(({ body }) => body.noteNo).slice(0, 3)
  // Two requests delete one of them.
  await Promise.all([...noteNos, noteNos[0] ?? 0].map(noteNo => author.request(deleteNote, { noteNo })))
  await expectCount(5)
})

test('a first save that is sent several times counts once', async () => {
  const requestKey = randomUUID()
  const answers = await Promise.all(Array.from({ length: 4 }, () => post(requestKey)))
  expect(new Set(answers.map(({ body }) => body.noteNo)).size).toBe(1)
  await expectCount(1)
})

test('of a batch of notes only existing ones are rejected', async () => {
  const { notes } = node.app.context.repositories
  const note = (noteNo: number, subjectNo = topicNo): NoteRecord => ({
    noteNo: author.userNo * 10_000 + noteNo,
    subjectNo,
    authorNo: author.userNo,
    title: `노트 ${noteNo}`,
    text: '',
    textLength: 0,
    version: 1,
    createdAt: new Date(now),
    lastUpdate: new Date(now),
  })
  // The first is sent alone, the others wait for it.
  const outcomes = [1, 1, 2, 2, 3, 1, 4].map(noteNo => notes.insert(note(noteNo)))
  expect(await Promise.all(outcomes)).toEqual([
    'made',
    'keyTaken',
    'made',
    'keyTaken',
    'made',
    'keyTaken',
    'made',
  ])
  await expectCount(4)
  const astray = [5, 6, 7].map(noteNo => notes.insert(note(noteNo, topicNo + 1_000_000)))
  expect(await Promise.all(astray)).toEqual(['topicGone', 'topicGone', 'topicGone'])
  await expectCount(4)
})

test('a note that was counted and never saved is uncounted', async () => {
  await saveNote()
  await leavePendingCount(999_999)
  await mongo.collection('topics').updateOne({ subjectNo: topicNo }, { $inc: { noteCount: 1 } })
  await cleanUpAfterLease()
  await expectCount(1)
  await cleanUpAfterLease()
  await expectCount(1)
})

test('an existing note whose creation or deletion was interrupted stays counted', async () => {
  await leavePendingCount(await saveNote())
  await cleanUpAfterLease()
  await expectCount(1)
})

test('a note that was deleted and never uncounted is uncounted', async () => {
  const noteNo = await saveNote()
  await leavePendingCount(noteNo)
  await mongo.collection('notes').deleteOne({ noteNo })
  await cleanUpAfterLease()
  await expectCount(0)
})

test('operations interrupted while a topic was deleted and restored count once in the end', async () => {
  await Promise.all([post(), post(), post()])
  await author.call(deleteTopic, { topicNo })
  await author.call(restoreTopic, { topicNo })
  await expectCount(3)
  // The state after interrupted deletions that had begun in the topic before.
  await mongo.collection('topics').updateOne({ subjectNo: topicNo }, { $inc: { noteCount: -5 } })
  await cleanUpAfterLease()
  await expectCount(3)
  await post()
  await cleanUpAfterLease()
  await expectCount(4)
})

test('operations in progress are left alone', async () => {
  await leavePendingCount(999_998)
  await mongo.collection('topics').updateOne({ subjectNo: topicNo }, { $inc: { noteCount: 1 } })
  await node.app.cleanUp()
  expect((await author.call(getTopics, {})).subjects).toMatchObject([{ noteCount: 1 }])
})
