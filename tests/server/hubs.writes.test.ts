import { randomUUID } from 'node:crypto'
import type { Connection } from 'mongoose'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deleteComment, postComment, updateComment } from '#protocol/comments.ts'
import { encodeText } from '#protocol/encoding.ts'
import { updateNote } from '#protocol/notes.ts'
import { shareNote, unshareNote } from '#protocol/shares.ts'
import { connectMongo } from '#server/platform/mongo/connect.ts'
import { runBefore } from '#tests/support/interleave.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { shareInTurn } from '#tests/support/shareRaceSteps.ts'
import { spyOnRepositories } from '#tests/support/spyOnRepositories.ts'
import { comment, makeHub, newUser, shareNewNote, type TestUser, writeNote } from '#tests/support/users.ts'

/**
 * The database operations of each change in a hub, from its save on. They are serialized per hub, so none may need
 * more.
 */
let node: TestNode
let mongo: Connection
let author: TestUser
let hubNo: number
let noteNo: number

beforeAll(async () => {
  const mongoUrl = await emptyDatabase()
  node = await startNode({ mongoUrl })
  mongo = await connectMongo(mongoUrl)
  author = await newUser(node.url)
})
afterAll(async () => {
  await mongo.close()
  await node.stop()
})
beforeEach(async () => {
  hubNo = await makeHub(author, await newUser(node.url))
  noteNo = await shareNewNote(author, hubNo)
})

/** The operations of a comment without concurrent changes. */
const SAID_AT_ONCE = ['postComment.read', 'postComment.save', 'threads.startInsert']

async function operationsSince(first: string, change: () => Promise<unknown>): Promise<string[]> {
  const repositoryCalls = spyOnRepositories(node)
  await change()
  const all = repositoryCalls.takeCalls()
  return all.slice(all.indexOf(first))
}

test('a share is saved and counted in one operation; cached unread numbers are not read again', async () => {
  const newNoteNo = await writeNote(author)
  expect(
    await operationsSince('createShare.read', () => author.call(shareNote, { hubNo, noteNo: newNoteNo })),
  ).toEqual(
    // Push devices and readers are looked up after the share is published.
    ['createShare.read', 'createShare.save', 'pushDevices.schedulePush', 'noteReads.findReadersAmong'],
  )
})

test('a share in a hub with a concurrent change is counted separately, and read again', async () => {
  const newNoteNo = await writeNote(author)
  shareInTurn({ repositories: node.app.context.repositories, hubNo, author })
  expect(
    await operationsSince('createShare.save', () => author.call(shareNote, { hubNo, noteNo: newNoteNo })),
  ).toEqual([
    'createShare.save',
    // The concurrent change.
    'hubs.markRead',
    'hubs.recordShare',
    'createShare.read',
    'shares.findLive',
    'shares.findNewestAfter',
    'pushDevices.schedulePush',
    'noteReads.findReadersAmong',
  ])
})

test('a cancelled share', async () => {
  expect(await operationsSince('shares.withdraw', () => author.call(unshareNote, { hubNo, noteNo }))).toEqual(
    [
      'shares.withdraw',
      'hubs.recordWithdrawal',
      'shares.findNewestAfter',
      // Notifications about the share are removed.
      'notifications.removeThread',
    ],
  )
})

test('a changed note, in each hub that it is shared in', async () => {
  const otherHubNo = await makeHub(author, await newUser(node.url))
  await author.call(shareNote, { hubNo: otherHubNo, noteNo })
  const change = { noteNo, title: '고친 제목', text: encodeText('고친 글') }
  // The node has already saved the note since its first share.
  await author.call(updateNote, change)
  expect(await operationsSince('notes.update', () => author.call(updateNote, change))).toEqual([
    'notes.update',
    'shares.findHubsByNote',
    'hubs.bumpVersion',
    'hubs.bumpVersion',
  ])
})

test('a comment', async () => {
  const request = { hubNo, noteNo, text: '한마디', requestKey: randomUUID() }
  expect(await operationsSince('postComment.read', () => author.call(postComment, request))).toEqual(
    SAID_AT_ONCE,
  )
})

test('a comment in a hub with a concurrent change is counted separately', async () => {
  const request = { hubNo, noteNo, text: '한마디', requestKey: randomUUID() }
  const anotherChange = { $inc: { version: 1 } }
  const race = runBefore(node.app.context.repositories.postComment, 'save', () =>
    mongo.collection('hubs').updateOne({ hubNo }, anotherChange),
  )
  expect(await operationsSince('postComment.read', () => author.call(postComment, request))).toEqual([
    ...SAID_AT_ONCE,
    'hubs.recordComment',
    'shares.findLive',
    'threads.getCount',
  ])
  await race
})

test('a changed comment', async () => {
  const commentNo = await comment(author, { hubNo, noteNo })
  const change = { commentNo, text: '다른 말' }
  expect(await operationsSince('comments.update', () => author.call(updateComment, change))).toEqual([
    'comments.update',
    'hubs.bumpVersion',
    'comments.findByNo',
  ])
})

test('a deleted comment', async () => {
  const commentNo = await comment(author, { hubNo, noteNo })
  expect(await operationsSince('comments.delete', () => author.call(deleteComment, { commentNo }))).toEqual([
    'comments.delete',
    'threads.startDelete',
    'threads.settle',
    // The reactions to the comment are removed.
    'reactions.deleteByComment',
    'hubs.bumpVersion',
    'comments.findThreadSummary',
    'notifications.removeComment',
  ])
})
