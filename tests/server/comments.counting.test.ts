import { randomUUID } from 'node:crypto'
import { beforeEach, expect, inject, test } from 'vitest'
import { deleteComment, getComments, postComment } from '#protocol/comments.ts'
import { getSharedNotes } from '#protocol/discussion.ts'
import { disjoin } from '#protocol/hubs.ts'
import { commentCounts } from '#server/migrations/004-comment-counts.ts'
import { bulkWriteAll } from '#server/platform/mongo/queries.ts'
import { killBefore, runBefore } from '#tests/support/interleave.ts'
import { openNodes } from '#tests/support/node.ts'
import { comment, makeHub, newUsers, shareNewNote, signInUser, type TestUser } from '#tests/support/users.ts'

/**
 * A thread stores the number of its comments. The number is always right, and right again soon after a server or the
 * database crashes.
 */
let author: TestUser
let friend: TestUser
let thread: { hubNo: number; noteNo: number }
let now = Date.now()

const options = { redisUrl: inject('redisUrl'), clock: () => new Date(now) }
const [node, other] = await openNodes(options, options)
const { mongo } = node
beforeEach(async () => {
  ;[author, friend] = await newUsers(node.url, other.url)
  const hubNo = await makeHub(author, friend)
  thread = { hubNo, noteNo: await shareNewNote(author, hubNo) }
})

/** Compares the card, the thread and the stored count. */
async function expectCount(count: number, user = author): Promise<void> {
  const { notes } = await user.call(getSharedNotes, { selectedHubNo: thread.hubNo })
  expect(notes[0]).toMatchObject({ commentCount: count })
  expect((await user.call(getComments, thread)).count).toBe(count)
  expect(await node.app.context.repositories.threads.getCount(thread)).toBe(count)
}
const readMarks = () =>
  mongo.collection('threads').countDocuments({ ...thread, 'marks.since': { $exists: true } })
const post = (user: TestUser, requestKey = randomUUID()) =>
  user.request(postComment, { ...thread, text: '한마디', requestKey })

async function cleanUpAfterLease(): Promise<void> {
  now += 120_000
  await node.app.cleanUp()
}

test('comments that are posted and deleted concurrently at two nodes are all counted', async () => {
  const authorThere = await signInUser(other.url, author.email)
  const answers = await Promise.all(
    [author, friend, authorThere, author, friend, authorThere, friend].map(user => post(user)),
  )
  await expectCount(7)
  const numbers = answers.map(({ body }) => body.comment.commentNo)
  // The author of a note can delete every comment; two requests delete each.
  await Promise.all(
    numbers
      .slice(0, 4)
      .flatMap(commentNo => [author, authorThere].map(by => by.request(deleteComment, { commentNo }))),
  )
  await expectCount(3, friend)
  expect(await readMarks()).toBe(0)
})

test('repeated requests with the same key count once', async () => {
  const requestKey = randomUUID()
  const friendHere = await signInUser(node.url, friend.email)
  await Promise.all([friend, friendHere, friend, friendHere].map(user => post(user, requestKey)))
  await expectCount(1)
  await post(friend, requestKey)
  await expectCount(1)
})

test('a comment of a user who leaves meanwhile is not counted, and no empty thread is stored', async () => {
  const race = runBefore(other.app.context.repositories.postComment, 'save', () =>
    friend.call(disjoin, { targetHubNo: thread.hubNo }),
  )
  expect((await post(friend)).status).toBe(404)
  await race
  await expectCount(0)
  expect(await mongo.collection('threads').countDocuments(thread)).toBe(0)
  expect(await mongo.collection('news').countDocuments(thread), 'recipients are not notified').toBe(0)
})

test('a thread in which a server crashed during a deletion is recounted, and screens refetch it', async () => {
  const first = await comment(friend, thread)
  await comment(friend, thread)
  killBefore(node.app.context.repositories.threads, 'settle')
  expect((await author.request(deleteComment, { commentNo: first })).status).toBe(500)
  const versionOf = async () =>
    (await node.app.context.repositories.hubs.findByNo(thread.hubNo))?.version ?? 0
  const before = await versionOf()
  await cleanUpAfterLease()
  await expectCount(1)
  expect(await readMarks()).toBe(0)
  expect(await versionOf(), 'a version gap, after which every screen refetches').toBe(before + 1)
})

test('a comment that was counted and never saved is uncounted', async () => {
  await comment(friend, thread)
  const left = { mark: 'of a crashed database', since: new Date(now) }
  await mongo
    .collection<{ marks: object[] }>('threads')
    .updateOne(thread, { $inc: { count: 1, changes: 1 }, $push: { marks: left } })
  await cleanUpAfterLease()
  await expectCount(1)
})

test('comments posted during a recount are counted, too', async () => {
  await comment(friend, thread)
  const { threads } = node.app.context.repositories
  await bulkWriteAll(mongo, [threads.startDelete(thread, new Date(now)).before])
  const [left] = await threads.findInterrupted(new Date(now + 1))
  await comment(friend, thread)
  if (left === undefined) throw new Error('nothing was left')
  expect(await threads.recount(left)).toBe(false)
  await cleanUpAfterLease()
  await expectCount(2)
})

test('a database of the previous release is counted once', async () => {
  await comment(friend, thread)
  await comment(author, thread)
  await mongo.collection('threads').deleteMany({})
  await commentCounts.run(mongo)
  await commentCounts.run(mongo)
  await expectCount(2)
})
