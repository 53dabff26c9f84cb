import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { Call } from '#protocol/call.ts'
import {
  deleteComment,
  getComments,
  markCommentsRead,
  postComment,
  updateComment,
} from '#protocol/comments.ts'
import { getSharedNotes } from '#protocol/discussion.ts'
import { disjoin } from '#protocol/hubs.ts'
import { deleteAccount } from '#protocol/myInfo.ts'
import { shareNote, unshareNote } from '#protocol/shares.ts'
import { openNodes } from '#tests/support/node.ts'
import {
  addToHub,
  comment,
  lookUp,
  makeHub,
  newUser,
  PASSWORD,
  shareNewNote,
  type TestUser,
} from '#tests/support/users.ts'

let author: TestUser
let friend: TestUser
let other: TestUser
let thread: { hubNo: number; noteNo: number }
let commentNo: number

const [node] = await openNodes({})
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

test('a writer who has left the hub cannot find its thread, nor change their comment', async () => {
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

test('the note’s author can delete a comment of another member, and not edit it', async () => {
  expect(await author.request(updateComment, { commentNo, text: '남의 말' })).toMatchObject({ status: 403 })
  expect(await commentsOf(other)).toMatchObject([{ text: '우리끼리' }])
  await author.call(deleteComment, { commentNo })
  expect(await commentsOf(other)).toEqual([])
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
  const added = await newUser(node.url)
  await lookUp(author, added)
  await addToHub(author, hubNo, added, author, friend, other)
  expect(await commentsOf(added)).toHaveLength(1)
  const card = async () => (await added.call(getSharedNotes, { selectedHubNo: hubNo })).notes[0]
  expect(await card()).toMatchObject({ commentCount: 1, hasNewComments: false })
  await comment(friend, thread)
  expect(await card()).toMatchObject({ commentCount: 2, hasNewComments: true })
})

test('the last member who leaves deletes the threads', async () => {
  for (const member of [author, friend, other]) {
    expect(await findInDatabase()).not.toBeNull()
    await member.call(disjoin, { targetHubNo: thread.hubNo })
  }
  expect(await findInDatabase()).toBeNull()
})

test('comments of a deleted account stay without a name, or are deleted on request, also on screens', async () => {
  const tab = await author.openSocket()
  await comment(other, thread, '지울 말')
  await friend.call(deleteAccount, { password: PASSWORD })
  const anonymous = { text: '우리끼리', writer: '탈퇴한 사용자', writerNo: friend.userNo, profPic: '' }
  expect(await commentsOf(author)).toMatchObject([anonymous, { writer: other.name }])
  await other.call(deleteAccount, { password: PASSWORD, deleteContributions: true })
  expect(await tab.waitForEvent('comment:deleted')).toMatchObject({ ...thread, count: 1 })
  expect(await commentsOf(author)).toMatchObject([anonymous])
  tab.close()
})
