import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Call } from '#protocol/call.ts'
import {
  deleteComment,
  getComments,
  markCommentsRead,
  postComment,
  updateComment,
} from '#protocol/comments.ts'
import { getSharedNotes } from '#protocol/discussion.ts'
import { addMatching, disjoin } from '#protocol/hubs.ts'
import { deleteAccount } from '#protocol/myInfo.ts'
import { deleteNote } from '#protocol/notes.ts'
import { shareNote, unshareNote } from '#protocol/shares.ts'
import { purgeTrash } from '#protocol/trash.ts'
import { call } from '#tests/support/call.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import {
  comment,
  find,
  makeHub,
  newPerson,
  PASSWORD,
  type Person,
  shareNewNote,
} from '#tests/support/person.ts'

let node: TestNode
let stranger: Person
let author: Person
let friend: Person
let other: Person
let thread: { hubNo: number; noteNo: number }
let commentNo: number

beforeAll(async () => {
  node = await startNode({ mongoUrl: await emptyDatabase() })
  stranger = await newPerson(node.url)
})
afterAll(() => node.stop())
beforeEach(async () => {
  ;[author, friend, other] = [
    await newPerson(node.url),
    await newPerson(node.url, '댓글 쓴 사람'),
    await newPerson(node.url),
  ]
  const hubNo = await makeHub(author, friend, other)
  thread = { hubNo, noteNo: await shareNewNote(author, hubNo) }
  commentNo = await comment(friend, thread, '우리끼리')
})

/** Every call on the thread and on its comment. */
function everyCall(): [Call, Record<string, unknown>][] {
  return [
    [getComments, thread],
    [postComment, { ...thread, text: '끼어들기', requestKey: randomUUID() }],
    [markCommentsRead, { ...thread, commentNo }],
    [updateComment, { commentNo, text: '남의 말' }],
    [deleteComment, { commentNo }],
  ]
}
async function expectAllClosedTo(person: Person) {
  for (const [called, input] of everyCall())
    expect(await person.misuses(called, input), called.path).toMatchObject({ status: 404 })
}
const inDatabase = () => node.app.context.stores.comments.byNo(commentNo)
const commentsOf = async (person: Person) => (await person.does(getComments, thread)).comments

test('a visitor is asked to sign in', async () => {
  for (const [called, input] of everyCall())
    expect(await call(node.url, called, input), called.path).toMatchObject({ status: 401 })
})

test('nobody outside of the hub finds a thread, though they share another hub with its people', async () => {
  await makeHub(friend, stranger)
  await expectAllClosedTo(stranger)
  expect(await commentsOf(author)).toMatchObject([{ commentNo, text: '우리끼리' }])
})

test('nobody finds a thread any more who has left the hub, its writer neither', async () => {
  await friend.does(disjoin, { targetHubNo: thread.hubNo })
  await expectAllClosedTo(friend)
  expect(await commentsOf(author)).toMatchObject([{ commentNo, writer: friend.name }])
})

test('a note that is not shared in the hub has no thread there, for its author neither', async () => {
  const elsewhere = await makeHub(author, friend)
  thread = { ...thread, hubNo: elsewhere }
  for (const [called, input] of everyCall().slice(0, 3))
    expect(await author.misuses(called, input), called.path).toMatchObject({ status: 404 })
})

test('only its writer changes a comment, and only its writer or the note’s author deletes it', async () => {
  expect(await author.asks(updateComment, { commentNo, text: '남의 말' })).toMatchObject({ status: 403 })
  expect(await other.asks(updateComment, { commentNo, text: '남의 말' })).toMatchObject({ status: 403 })
  expect(await other.asks(deleteComment, { commentNo })).toMatchObject({ status: 403 })
  expect(await commentsOf(other)).toMatchObject([{ text: '우리끼리' }])
  await author.does(deleteComment, { commentNo })
  expect(await commentsOf(other)).toEqual([])
})

test('an administrator is nobody special in a hub', async () => {
  const administrator = await newPerson(node.url)
  await node.app.context.stores.users.setPrivilege(administrator.email, 1)
  await expectAllClosedTo(administrator)
})

test('cancelling the share hides the thread, and sharing again brings it back', async () => {
  await author.does(unshareNote, thread)
  for (const person of [author, friend, other]) await expectAllClosedTo(person)
  await author.does(shareNote, thread)
  expect(await commentsOf(other)).toMatchObject([{ text: '우리끼리' }])
  const { notes } = await other.does(getSharedNotes, { selectedHubNo: thread.hubNo })
  expect(notes).toMatchObject([{ noteNo: thread.noteNo, commentCount: 1 }])
})

test('a new member may read what was said, and is told of nothing new', async () => {
  const { hubNo } = thread
  const expectedResult = JSON.stringify([author, friend, other, stranger].map(person => person.userNo))
  const added = { hubNo, friendsJSON: `[${stranger.userNo}]`, expectedResult }
  await find(author, stranger)
  expect(await author.does(addMatching, added)).toMatchObject({ success: true })
  expect(await commentsOf(stranger)).toHaveLength(1)
  const card = async () => (await stranger.does(getSharedNotes, { selectedHubNo: hubNo })).notes[0]
  expect(await card()).toMatchObject({ commentCount: 1, hasNewComments: false })
  await comment(friend, thread)
  expect(await card()).toMatchObject({ commentCount: 2, hasNewComments: true })
})

test('a deleted note closes its threads, and takes them along when it is gone for good', async () => {
  await author.does(deleteNote, { noteNo: thread.noteNo })
  await expectAllClosedTo(friend)
  expect(await inDatabase()).not.toBeNull()
  await author.does(purgeTrash, {})
  await node.app.cleanUp()
  expect(await inDatabase()).toBeNull()
})

test('the last one who leaves takes the threads along', async () => {
  await author.does(disjoin, { targetHubNo: thread.hubNo })
  await friend.does(disjoin, { targetHubNo: thread.hubNo })
  expect(await inDatabase()).not.toBeNull()
  await other.does(disjoin, { targetHubNo: thread.hubNo })
  expect(await inDatabase()).toBeNull()
})

test('comments of a deleted account stay without a name', async () => {
  await friend.does(deleteAccount, { password: PASSWORD })
  expect(await commentsOf(author)).toMatchObject([
    { text: '우리끼리', writer: '탈퇴한 사용자', writerNo: friend.userNo, profPic: '' },
  ])
})

test('comments of a deleted account go when that is wished, before others’ eyes', async () => {
  const tab = await author.listens()
  await friend.does(deleteAccount, { password: PASSWORD, deleteContributions: true })
  expect(await tab.receives('comment:deleted')).toMatchObject({ ...thread, commentNo, count: 0 })
  expect(await commentsOf(author)).toEqual([])
  tab.close()
})

test('the threads under a deleted account’s notes go with the notes', async () => {
  await author.does(deleteAccount, { password: PASSWORD })
  await expectAllClosedTo(friend)
  expect(await inDatabase()).toBeNull()
})
