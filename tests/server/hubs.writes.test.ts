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
import { comment, makeHub, newPerson, type Person, shareNewNote, writeNote } from '#tests/support/person.ts'
import { shareInTurn } from '#tests/support/shareRaceSteps.ts'
import { spyOnRepositories } from '#tests/support/spyOnRepositories.ts'

/** What each change in a hub asks of the database, from its saving on. A whole hub waits for it, so none may ask for more. */
let node: TestNode
let mongo: Connection
let author: Person
let hubNo: number
let noteNo: number

beforeAll(async () => {
  const mongoUrl = await emptyDatabase()
  node = await startNode({ mongoUrl })
  mongo = await connectMongo(mongoUrl)
  author = await newPerson(node.url)
})
afterAll(async () => {
  await mongo.close()
  await node.stop()
})
beforeEach(async () => {
  hubNo = await makeHub(author, await newPerson(node.url))
  noteNo = await shareNewNote(author, hubNo)
})

/** Of a comment, where nothing else happens meanwhile. */
const SAID_AT_ONCE = ['posting.read', 'posting.save', 'threads.coming']

async function askedFrom(first: string, change: () => Promise<unknown>): Promise<string[]> {
  const asked = spyOnRepositories(node)
  await change()
  const all = asked.since()
  return all.slice(all.indexOf(first))
}

test('a share is saved and counted at once; where all unread numbers are known, no other is read', async () => {
  const newNoteNo = await writeNote(author)
  expect(await askedFrom('sharing.read', () => author.does(shareNote, { hubNo, noteNo: newNoteNo }))).toEqual(
    // Whose devices are to be told, and who has read it already, is asked once it is told.
    ['sharing.read', 'sharing.save', 'pushDevices.noteDue', 'noteReads.readersAmong'],
  )
})

test('a share in a hub that counted something meanwhile is counted in turn, and read again', async () => {
  const newNoteNo = await writeNote(author)
  shareInTurn({ stores: node.app.context.stores, hubNo, author })
  expect(await askedFrom('sharing.save', () => author.does(shareNote, { hubNo, noteNo: newNoteNo }))).toEqual(
    [
      'sharing.save',
      // What happens meanwhile.
      'hubs.markRead',
      'hubs.countShare',
      'sharing.read',
      'shares.live',
      'shares.newestAfter',
      'pushDevices.noteDue',
      'noteReads.readersAmong',
    ],
  )
})

test('a cancelled share', async () => {
  expect(await askedFrom('shares.withdraw', () => author.does(unshareNote, { hubNo, noteNo }))).toEqual([
    'shares.withdraw',
    'hubs.countWithdrawal',
    'shares.newestAfter',
    // Nobody is told any more of what was said about it.
    'notifications.forgetThread',
  ])
})

test('a changed note, in each hub that it is shared in', async () => {
  const otherHubNo = await makeHub(author, await newPerson(node.url))
  await author.does(shareNote, { hubNo: otherHubNo, noteNo })
  const change = { noteNo, title: '고친 제목', text: encodeText('고친 글') }
  // The node has saved it since it was shared for the first time.
  await author.does(updateNote, change)
  expect(await askedFrom('notes.update', () => author.does(updateNote, change))).toEqual([
    'notes.update',
    'shares.hubsWith',
    'hubs.bumpVersion',
    'hubs.bumpVersion',
  ])
})

test('a comment', async () => {
  const said = { hubNo, noteNo, text: '한마디', requestKey: randomUUID() }
  expect(await askedFrom('posting.read', () => author.does(postComment, said))).toEqual(SAID_AT_ONCE)
})

test('a comment in a hub in which something else happens meanwhile is counted in turn', async () => {
  const said = { hubNo, noteNo, text: '한마디', requestKey: randomUUID() }
  const anotherChange = { $inc: { version: 1 } }
  const raced = runBefore(node.app.context.stores.posting, 'save', () =>
    mongo.collection('hubs').updateOne({ hubNo }, anotherChange),
  )
  expect(await askedFrom('posting.read', () => author.does(postComment, said))).toEqual([
    ...SAID_AT_ONCE,
    'hubs.countComment',
    'shares.live',
    'threads.countOf',
  ])
  await raced
})

test('a changed comment', async () => {
  const commentNo = await comment(author, { hubNo, noteNo })
  const change = { commentNo, text: '다른 말' }
  expect(await askedFrom('comments.update', () => author.does(updateComment, change))).toEqual([
    'comments.update',
    'hubs.bumpVersion',
    'comments.byNo',
  ])
})

test('a deleted comment', async () => {
  const commentNo = await comment(author, { hubNo, noteNo })
  expect(await askedFrom('comments.delete', () => author.does(deleteComment, { commentNo }))).toEqual([
    'comments.delete',
    'threads.going',
    'threads.settle',
    // Nobody can empathize any more with what is gone.
    'reactions.deleteOfComment',
    'hubs.bumpVersion',
    'comments.summaryOf',
    'notifications.forgetComment',
  ])
})
