import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deleteComment, getComments } from '#protocol/comments.ts'
import { getSharedNotes } from '#protocol/discussion.ts'
import { NOTE_ITSELF, setReaction } from '#protocol/reactions.ts'
import { shareNote, unshareNote } from '#protocol/shares.ts'
import { ko } from '#protocol/text/ko.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { comment, makeHub, newUser, shareNewNote, type TestUser } from '#tests/support/users.ts'

let node: TestNode
let author: TestUser
let friend: TestUser
let thread: { hubNo: number; noteNo: number }

beforeAll(async () => {
  node = await startNode({ mongoUrl: await emptyDatabase() })
  author = await newUser(node.url, '글쓴이')
})
afterAll(() => node.stop())

beforeEach(async () => {
  friend = await newUser(node.url)
  const hubNo = await makeHub(author, friend)
  thread = { hubNo, noteNo: await shareNewNote(author, hubNo) }
})

const reactionsFor = async (user: TestUser) => (await user.call(getComments, thread)).empathies
const countOnCard = async () =>
  (await friend.call(getSharedNotes, { selectedHubNo: thread.hubNo })).notes[0]?.empathyCount

test('a reaction to a note or a comment is published to all members, and counted on the card', async () => {
  const commentNo = await comment(author, thread)
  const { empathy: reaction } = await friend.call(setReaction, { ...thread, commentNo, isOn: true })
  expect(reaction).toEqual({ commentNo, userNos: [friend.userNo] })
  await author.call(setReaction, { ...thread, isOn: true })
  await friend.call(setReaction, { ...thread, isOn: true })
  const both = { commentNo: NOTE_ITSELF, userNos: [author.userNo, friend.userNo] }
  expect(await reactionsFor(author)).toEqual([both, reaction])
  expect(await countOnCard()).toBe(2)
})

test('setting a reaction repeatedly has no further effect', async () => {
  const react = (isOn: boolean) => friend.call(setReaction, { ...thread, isOn })
  await Promise.all([react(true), react(true), react(true)])
  expect(await countOnCard()).toBe(1)
  await Promise.all([react(false), react(false)])
  expect((await react(false)).empathy.userNos).toEqual([])
  expect(await reactionsFor(friend)).toEqual([])
})

test('a reaction is deleted with its comment, and restored with a note that is shared again', async () => {
  const commentNo = await comment(author, thread)
  for (const subject of [{ commentNo }, {}])
    await friend.call(setReaction, { ...thread, ...subject, isOn: true })
  await author.call(deleteComment, { commentNo })
  expect(await reactionsFor(friend)).toHaveLength(1)
  await author.call(unshareNote, thread)
  expect((await friend.request(setReaction, { ...thread, isOn: false })).status).toBe(404)
  await author.call(shareNote, thread)
  expect(await countOnCard()).toBe(1)
})

test('a comment of another thread cannot be reacted to', async () => {
  const otherThread = { ...thread, noteNo: await shareNewNote(author, thread.hubNo) }
  const commentNo = await comment(author, otherThread)
  expect(await friend.request(setReaction, { ...thread, commentNo, isOn: true })).toMatchObject({
    status: 404,
    body: { message: ko['reactions.commentGone'] },
  })
  expect(await reactionsFor(friend)).toEqual([])
})
