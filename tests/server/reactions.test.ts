import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deleteComment, getComments } from '#protocol/comments.ts'
import { getSharedNotes } from '#protocol/discussion.ts'
import { deleteAccount } from '#protocol/myInfo.ts'
import { NOTE_ITSELF, setReaction } from '#protocol/reactions.ts'
import { shareNote, unshareNote } from '#protocol/shares.ts'
import { ko } from '#protocol/text/ko.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { comment, makeHub, newPerson, PASSWORD, type Person, shareNewNote } from '#tests/support/person.ts'

let node: TestNode
let author: Person
let friend: Person
let thread: { hubNo: number; noteNo: number }

beforeAll(async () => {
  node = await startNode({ mongoUrl: await emptyDatabase() })
  author = await newPerson(node.url, '글쓴이')
})
afterAll(() => node.stop())
beforeEach(async () => {
  friend = await newPerson(node.url)
  const hubNo = await makeHub(author, friend)
  thread = { hubNo, noteNo: await shareNewNote(author, hubNo) }
})

const reactionsFor = async (person: Person) => (await person.does(getComments, thread)).empathies
const countOnCard = async () =>
  (await friend.does(getSharedNotes, { selectedHubNo: thread.hubNo })).notes[0]?.empathyCount

test('whoever empathizes with a note or a comment is told to all, and counted on the card', async () => {
  const commentNo = await comment(author, thread)
  const { empathy: reaction } = await friend.does(setReaction, { ...thread, commentNo, isOn: true })
  expect(reaction).toEqual({ commentNo, userNos: [friend.userNo] })
  await author.does(setReaction, { ...thread, isOn: true })
  await friend.does(setReaction, { ...thread, isOn: true })
  const both = { commentNo: NOTE_ITSELF, userNos: [author.userNo, friend.userNo] }
  expect(await reactionsFor(author)).toEqual([both, reaction])
  expect(await countOnCard()).toBe(2)
})

test('it is on or off, however often it is said', async () => {
  const said = (isOn: boolean) => friend.does(setReaction, { ...thread, isOn })
  await Promise.all([said(true), said(true), said(true)])
  expect(await countOnCard()).toBe(1)
  await Promise.all([said(false), said(false)])
  expect((await said(false)).empathy.userNos).toEqual([])
  expect(await reactionsFor(friend)).toEqual([])
})

test('it goes with its comment, and comes back with a note that is shared again', async () => {
  const commentNo = await comment(author, thread)
  for (const subject of [{ commentNo }, {}])
    await friend.does(setReaction, { ...thread, ...subject, isOn: true })
  await author.does(deleteComment, { commentNo })
  expect(await reactionsFor(friend)).toHaveLength(1)
  await author.does(unshareNote, thread)
  expect((await friend.asks(setReaction, { ...thread, isOn: false })).status).toBe(404)
  await author.does(shareNote, thread)
  expect(await countOnCard()).toBe(1)
})

test('nobody empathizes with a comment of another thread', async () => {
  const elsewhere = { ...thread, noteNo: await shareNewNote(author, thread.hubNo) }
  const commentNo = await comment(author, elsewhere)
  expect(await friend.asks(setReaction, { ...thread, commentNo, isOn: true })).toMatchObject({
    status: 404,
    body: { message: ko['reactions.commentGone'] },
  })
  expect(await reactionsFor(friend)).toEqual([])
})

test('with somebody who is gone for good theirs is gone, too', async () => {
  const leaver = await newPerson(node.url)
  const room = { hubNo: await makeHub(author, friend, leaver), noteNo: thread.noteNo }
  await author.does(shareNote, room)
  await leaver.does(setReaction, { ...room, isOn: true })
  await leaver.does(deleteAccount, { password: PASSWORD, deleteContributions: false })
  await node.app.context.unfinished.releaseAll()
  await node.app.cleanUp()
  expect((await friend.does(getComments, room)).empathies).toEqual([])
})
