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
  lookUp,
  makeHub,
  newUser,
  PASSWORD,
  shareNewNote,
  type TestUser,
} from '#tests/support/users.ts'

let node: TestNode
let stranger: TestUser
let author: TestUser
let friend: TestUser
let other: TestUser
let thread: { hubNo: number; noteNo: number }
let commentNo: number

beforeAll(async () => {
  node = await startNode({ mongoUrl: await emptyDatabase() })
  stranger = await newUser(node.url)
})
afterAll(() => node.stop())
beforeEach(async () => {
  ;[author, friend, other] = [
    await newUser(node.url),
    await newUser(node.url, '댓글 쓴 사람'),
    await newUser(node.url),
  ]
  const hubNo = await makeHub(author, friend, other)
  thread = { hubNo, noteNo: await shareNewNote(author, hubNo) }
  commentNo = await comment(friend, thread, '우리끼리')
})

/** Every call on the thread and on its comment. */
function allCalls(): [Call, Record<string, unknown>][] {
  return [
    [getComments, thread],
    [postComment, { ...thread, text: '끼어들기', requestKey: randomUUID() }],
    [markCommentsRead, { ...thread, commentNo }],
    [updateComment, { commentNo, text: '남의 말' }],
    [deleteComment, { commentNo }],
  ]
}
async function expectAllClosedTo(user: TestUser) {
  for (const [called, input] of allCalls())
    expect(await user.callWithInvalidInput(called, input), called.path).toMatchObject({ status: 404 })
}
const findInDatabase = () => node.app.context.repositories.comments.findByNo(commentNo)
const commentsOf = async (user: TestUser) => (await user.call(getComments, thread)).comments

test('a visitor is asked to sign in', async () => {
  for (const [called, input] of allCalls())
    expect(await call(node.url, called, input), called.path).toMatchObject({ status: 401 })
})

test('users outside the hub cannot find its thread, even if they share another hub with its members', async () => {
  await makeHub(friend, stranger)
  await expectAllClosedTo(stranger)
  expect(await commentsOf(author)).toMatchObject([{ commentNo, text: '우리끼리' }])
})

test('users who have left the hub cannot find its threads, nor can the writer', async () => {
  await friend.call(disjoin, { targetHubNo: thread.hubNo })
  await expectAllClosedTo(friend)
  expect(await commentsOf(author)).toMatchObject([{ commentNo, writer: friend.name }])
})

test('a note that is not shared in the hub has no thread there, not even for its author', async () => {
  const otherHubNo = await makeHub(author, friend)
  thread = { ...thread, hubNo: otherHubNo }
  for (const [called, input] of allCalls().slice(0, 3))
    expect(await author.callWithInvalidInput(called, input), called.path).toMatchObject({ status: 404 })
})

test('only its writer can edit a comment, and only its writer or the note’s author can delete it', async () => {
  expect(await author.request(updateComment, { commentNo, text: '남의 말' })).toMatchObject({ status: 403 })
  expect(await other.request(updateComment, { commentNo, text: '남의 말' })).toMatchObject({ status: 403 })
  expect(await other.request(deleteComment, { commentNo })).toMatchObject({ status: 403 })
  expect(await commentsOf(other)).toMatchObject([{ text: '우리끼리' }])
  await author.call(deleteComment, { commentNo })
  expect(await commentsOf(other)).toEqual([])
})

test('an administrator has no special permissions in a hub', async () => {
  const administrator = await newUser(node.url)
  await node.app.context.repositories.users.setPrivilege(administrator.email, 1)
  await expectAllClosedTo(administrator)
})

test('cancelling the share hides the thread, and sharing again restores it', async () => {
  await author.call(unshareNote, thread)
  for (const user of [author, friend, other]) await expectAllClosedTo(user)
  await author.call(shareNote, thread)
  expect(await commentsOf(other)).toMatchObject([{ text: '우리끼리' }])
  const { notes } = await other.call(getSharedNotes, { selectedHubNo: thread.hubNo })
  expect(notes).toMatchObject([{ noteNo: thread.noteNo, commentCount: 1 }])
})

test('a new member can read earlier comments, which do not count as unread', async () => {
  const { hubNo } = thread
  const expectedResult = JSON.stringify([author, friend, other, stranger].map(user => user.userNo))
  const added = { hubNo, friendsJSON: `[${stranger.userNo}]`, expectedResult }
  await lookUp(author, stranger)
  expect(await author.call(addMatching, added)).toMatchObject({ success: true })
  expect(await commentsOf(stranger)).toHaveLength(1)
  const card = async () => (await stranger.call(getSharedNotes, { selectedHubNo: hubNo })).notes[0]
  expect(await card()).toMatchObject({ commentCount: 1, hasNewComments: false })
  await comment(friend, thread)
  expect(await card()).toMatchObject({ commentCount: 2, hasNewComments: true })
})

test('a deleted note hides its threads, and they are deleted with it permanently', async () => {
  await author.call(deleteNote, { noteNo: thread.noteNo })
  await expectAllClosedTo(friend)
  expect(await findInDatabase()).not.toBeNull()
  await author.call(purgeTrash, {})
  await node.app.cleanUp()
  expect(await findInDatabase()).toBeNull()
})

test('the last member who leaves deletes the threads', async () => {
  await author.call(disjoin, { targetHubNo: thread.hubNo })
  await friend.call(disjoin, { targetHubNo: thread.hubNo })
  expect(await findInDatabase()).not.toBeNull()
  await other.call(disjoin, { targetHubNo: thread.hubNo })
  expect(await findInDatabase()).toBeNull()
})

test('comments of a deleted account stay without a name', async () => {
  await friend.call(deleteAccount, { password: PASSWORD })
  expect(await commentsOf(author)).toMatchObject([
    { text: '우리끼리', writer: '탈퇴한 사용자', writerNo: friend.userNo, profPic: '' },
  ])
})

test('comments of a deleted account are deleted on request, also on other users’ screens', async () => {
  const tab = await author.openSocket()
  await friend.call(deleteAccount, { password: PASSWORD, deleteContributions: true })
  expect(await tab.waitForEvent('comment:deleted')).toMatchObject({ ...thread, commentNo, count: 0 })
  expect(await commentsOf(author)).toEqual([])
  tab.close()
})

test('the threads of a deleted account’s notes are deleted with the notes', async () => {
  await author.call(deleteAccount, { password: PASSWORD })
  await expectAllClosedTo(friend)
  expect(await findInDatabase()).toBeNull()
})
