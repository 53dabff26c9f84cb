import { randomUUID } from 'node:crypto'
import type { Connection } from 'mongoose'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { deleteComment, getComments, postComment } from '#protocol/comments.ts'
import { getSharedNotes } from '#protocol/discussion.ts'
import { disjoin } from '#protocol/hubs.ts'
import { countsOfComments } from '#server/migrations/004-counts-of-comments.ts'
import { bulkWriteAll } from '#server/platform/mongo/bulkWriteAll.ts'
import { connectMongo } from '#server/platform/mongo/connect.ts'
import { killBefore, runBefore } from '#tests/support/interleave.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { comment, makeHub, newPerson, type Person, shareNewNote, signedIn } from '#tests/support/person.ts'

/** How many comments a thread has is kept in it. It is right at any time, and again soon after a server or the database has died. */
let node: TestNode
let other: TestNode
let mongo: Connection
let author: Person
let friend: Person
let thread: { hubNo: number; noteNo: number }
let now = Date.now()

beforeAll(async () => {
  const mongoUrl = await emptyDatabase()
  const options = { mongoUrl, redisUrl: inject('redisUrl'), clock: () => new Date(now) }
  node = await startNode(options)
  other = await startNode(options)
  mongo = await connectMongo(mongoUrl)
})
afterAll(async () => {
  await mongo.close()
  await other.stop()
  await node.stop()
})
beforeEach(async () => {
  author = await newPerson(node.url)
  friend = await newPerson(other.url)
  const hubNo = await makeHub(author, friend)
  thread = { hubNo, noteNo: await shareNewNote(author, hubNo) }
})

/** On the card, in the thread, and where it is kept. */
async function expectCount(count: number, person = author): Promise<void> {
  const { notes } = await person.does(getSharedNotes, { selectedHubNo: thread.hubNo })
  expect(notes[0]).toMatchObject({ commentCount: count })
  expect((await person.does(getComments, thread)).count).toBe(count)
  expect(await node.app.context.stores.threads.countOf(thread)).toBe(count)
}
const marksLeft = () =>
  mongo.collection('threads').countDocuments({ ...thread, 'marks.since': { $exists: true } })
const post = (person: Person, requestKey = randomUUID()) =>
  person.asks(postComment, { ...thread, text: '한마디', requestKey })

async function cleanUpLater(): Promise<void> {
  now += 120_000
  await node.app.cleanUp()
}

test('comments that are posted and deleted at once at two nodes are all counted', async () => {
  const authorThere = await signedIn(other.url, author.email)
  const answers = await Promise.all(
    [author, friend, authorThere, author, friend, authorThere, friend].map(person => post(person)),
  )
  await expectCount(7)
  const numbers = answers.map(({ body }) => body.comment.commentNo)
  // The author of a note deletes whichever comment; each is deleted by two at once.
  await Promise.all(
    numbers
      .slice(0, 4)
      .flatMap(commentNo => [author, authorThere].map(by => by.asks(deleteComment, { commentNo }))),
  )
  await expectCount(3, friend)
  expect(await marksLeft()).toBe(0)
})

test('the same sending, however often, counts once', async () => {
  const requestKey = randomUUID()
  const friendHere = await signedIn(node.url, friend.email)
  await Promise.all([friend, friendHere, friend, friendHere].map(person => post(person, requestKey)))
  await expectCount(1)
  await post(friend, requestKey)
  await expectCount(1)
})

test('of whoever leaves while they comment nothing is counted, nor anything kept of an empty thread', async () => {
  const raced = runBefore(other.app.context.stores.posting, 'save', () =>
    friend.does(disjoin, { targetHubNo: thread.hubNo }),
  )
  expect((await post(friend)).status).toBe(404)
  await raced
  await expectCount(0)
  expect(await mongo.collection('threads').countDocuments(thread)).toBe(0)
  expect(await mongo.collection('news').countDocuments(thread), 'nor told to whom it would concern').toBe(0)
})

test('a thread in which a server died while it deleted is counted again, and screens read it again', async () => {
  const first = await comment(friend, thread)
  await comment(friend, thread)
  killBefore(node.app.context.stores.threads, 'settle')
  expect((await author.asks(deleteComment, { commentNo: first })).status).toBe(500)
  const versionOf = async () => (await node.app.context.stores.hubs.byNo(thread.hubNo))?.version ?? 0
  const before = await versionOf()
  await cleanUpLater()
  await expectCount(1)
  expect(await marksLeft()).toBe(0)
  expect(await versionOf(), 'a gap, which every screen notices').toBe(before + 1)
})

test('a comment that was counted and never saved is counted no more', async () => {
  await comment(friend, thread)
  const left = { mark: 'of a dead database', since: new Date(now) }
  await mongo
    .collection<{ marks: object[] }>('threads')
    .updateOne(thread, { $inc: { count: 1, changes: 1 }, $push: { marks: left } })
  await cleanUpLater()
  await expectCount(1)
})

test('what is posted while a thread is counted again is counted, too', async () => {
  await comment(friend, thread)
  const { threads } = node.app.context.stores
  await bulkWriteAll(mongo, [threads.going(thread, new Date(now)).before])
  const [left] = await threads.leftBefore(new Date(now + 1))
  await comment(friend, thread)
  if (left === undefined) throw new Error('nothing was left')
  expect(await threads.recount(left)).toBe(false)
  await cleanUpLater()
  await expectCount(2)
})

test('a database of the release before is counted once', async () => {
  await comment(friend, thread)
  await comment(author, thread)
  await mongo.collection('threads').deleteMany({})
  await countsOfComments.run(mongo)
  await countsOfComments.run(mongo)
  await expectCount(2)
})
