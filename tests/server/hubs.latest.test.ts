import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deleteComment } from '#protocol/comments.ts'
import { disjoin, getHubs } from '#protocol/hubs.ts'
import { LATEST_TEXT_MAX } from '#protocol/limits.ts'
import { deleteNote } from '#protocol/notes.ts'
import { shareNote, unshareNote } from '#protocol/shares.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { comment, makeHub, newPerson, type Person, shareNewNote } from '#tests/support/person.ts'

/** What happened last in a room, as the list of rooms tells it. */
let node: TestNode
let author: Person
let friend: Person
let hubNo: number

beforeAll(async () => {
  node = await startNode({ mongoUrl: await emptyDatabase() })
})
afterAll(() => node.stop())
beforeEach(async () => {
  author = await newPerson(node.url)
  friend = await newPerson(node.url)
  hubNo = await makeHub(author, friend)
})

const latest = async (person = friend) => (await person.does(getHubs, {})).hubs[0]?.latest

test('a note or a comment, whichever came last, with its writer', async () => {
  expect(await latest()).toBeNull()
  const noteNo = await shareNewNote(author, hubNo, '첫 노트')
  expect(await latest()).toMatchObject({ kind: 'note', writer: author.name, text: '첫 노트' })
  await comment(friend, { hubNo, noteNo }, '한 줄\n두 줄')
  expect(await latest()).toMatchObject({ kind: 'comment', writerNo: friend.userNo, text: '한 줄' })
  await comment(friend, { hubNo, noteNo }, '가'.repeat(500))
  expect((await latest())?.text).toHaveLength(LATEST_TEXT_MAX)
  await shareNewNote(friend, hubNo, '다음 노트')
  expect(await latest(author)).toMatchObject({ kind: 'note', text: '다음 노트' })
})

test('what is gone is told no more: a comment, a share and with it its thread, a note, who left', async () => {
  const first = await shareNewNote(author, hubNo, '처음')
  const commentNo = await comment(friend, { hubNo, noteNo: first }, '지울 말')
  await friend.does(deleteComment, { commentNo })
  expect(await latest()).toMatchObject({ text: '처음' })
  const second = await shareNewNote(author, hubNo, '다음')
  await comment(friend, { hubNo, noteNo: second }, '다음에 단 말')
  await author.does(unshareNote, { hubNo, noteNo: second })
  expect(await latest()).toMatchObject({ text: '처음' })
  await author.does(shareNote, { hubNo, noteNo: second })
  expect(await latest()).toMatchObject({ kind: 'note', text: '다음' })
  await author.does(deleteNote, { noteNo: second })
  expect(await latest()).toMatchObject({ text: '처음' })
  await author.does(disjoin, { targetHubNo: hubNo })
  expect(await latest()).toBeNull()
})
