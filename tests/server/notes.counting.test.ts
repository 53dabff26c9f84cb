import { randomUUID } from 'node:crypto'
import type { Connection } from 'mongoose'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deleteNote, getNotes, postNote } from '#protocol/notes.ts'
import { createTopic, deleteTopic, getTopics } from '#protocol/topics.ts'
import { restoreTopic } from '#protocol/trash.ts'
import type { NoteRecord } from '#server/features/notes/notes.store.ts'
import { connectMongo } from '#server/platform/mongo/connect.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { newPerson, type Person } from '#tests/support/person.ts'

/** How many notes a topic has is kept in it. It is right at any time, and again soon after the database has died. */
let node: TestNode
let mongo: Connection
let author: Person
let topicNo: number
let now = Date.now()

beforeAll(async () => {
  const mongoUrl = await emptyDatabase()
  node = await startNode({ mongoUrl, clock: () => new Date(now) })
  mongo = await connectMongo(mongoUrl)
})
afterAll(async () => {
  await mongo.close()
  await node.stop()
})
beforeEach(async () => {
  author = await newPerson(node.url)
  const { subjects } = await author.does(createTopic, { title: '세는 주제' })
  topicNo = subjects[0]?.subjectNo ?? 0
})

async function expectCount(count: number): Promise<void> {
  expect((await author.does(getTopics, {})).subjects).toMatchObject([
    { subjectNo: topicNo, noteCount: count },
  ])
  const { noteCount, notes } = await author.does(getNotes, { topicNo })
  expect([noteCount, notes.length]).toEqual([count, count])
}

const post = (requestKey?: string) =>
  author.asks(postNote, { topicNo, title: '노트', text: '', ...(requestKey && { requestKey }) })

const written = async () => (await post()).body.noteNo

/** As the database leaves a topic when it dies in the middle of a save. */
async function leaveUnsettled(noteNo: number): Promise<void> {
  const unsettled = { noteNo, since: new Date(now) }
  await mongo
    .collection<{ unsettled: object[] }>('topics')
    .updateOne({ subjectNo: topicNo }, { $push: { unsettled } })
}

async function cleanUpLater(): Promise<void> {
  now += 61_000
  await node.app.cleanUp()
}

test('notes that are written and deleted at once are all counted', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => post()))
  await expectCount(8)
  const noteNos = answers.map(({ body }) => body.noteNo).slice(0, 3)
  // One of them by two at once.
  await Promise.all([...noteNos, noteNos[0] ?? 0].map(noteNo => author.asks(deleteNote, { noteNo })))
  await expectCount(5)
})

test('the same first save, sent often, counts once', async () => {
  const requestKey = randomUUID()
  const answers = await Promise.all(Array.from({ length: 4 }, () => post(requestKey)))
  expect(new Set(answers.map(({ body }) => body.noteNo)).size).toBe(1)
  await expectCount(1)
})

test('of notes that come in together those are refused that are there, and no others', async () => {
  const { notes } = node.app.context.stores
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
  // The first goes alone, the others wait for it.
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

test('a note that was counted and never saved is counted no more', async () => {
  await written()
  await leaveUnsettled(999_999)
  await mongo.collection('topics').updateOne({ subjectNo: topicNo }, { $inc: { noteCount: 1 } })
  await cleanUpLater()
  await expectCount(1)
  await cleanUpLater()
  await expectCount(1)
})

test('a note whose making or deletion was cut off while it is there stays counted', async () => {
  await leaveUnsettled(await written())
  await cleanUpLater()
  await expectCount(1)
})

test('a note that was deleted and never uncounted is counted no more', async () => {
  const noteNo = await written()
  await leaveUnsettled(noteNo)
  await mongo.collection('notes').deleteOne({ noteNo })
  await cleanUpLater()
  await expectCount(0)
})

test('what was under way when a topic went and came back counts once, in the end', async () => {
  await Promise.all([post(), post(), post()])
  await author.does(deleteTopic, { topicNo })
  await author.does(restoreTopic, { topicNo })
  await expectCount(3)
  // As deletions leave it that had begun in the topic before.
  await mongo.collection('topics').updateOne({ subjectNo: topicNo }, { $inc: { noteCount: -5 } })
  await cleanUpLater()
  await expectCount(3)
  await post()
  await cleanUpLater()
  await expectCount(4)
})

test('what is under way is left alone', async () => {
  await leaveUnsettled(999_998)
  await mongo.collection('topics').updateOne({ subjectNo: topicNo }, { $inc: { noteCount: 1 } })
  await node.app.cleanUp()
  expect((await author.does(getTopics, {})).subjects).toMatchObject([{ noteCount: 1 }])
})
