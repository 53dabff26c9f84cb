import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  deleteComment,
  getComments,
  markCommentsRead,
  postComment,
  updateComment,
} from '#protocol/comments.ts'
import { getSharedNotes } from '#protocol/discussion.ts'
import { getHubs, getUnread } from '#protocol/hubs.ts'
import { COMMENT_EDIT_MS, COMMENT_MAX, COMMENTS_AT_ONCE } from '#protocol/limits.ts'
import { shareNote } from '#protocol/shares.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { comment, makeHub, newPerson, type Person, shareNewNote } from '#tests/support/person.ts'

let node: TestNode
let author: Person
let friend: Person
let thread: { hubNo: number; noteNo: number }
let now = Date.now()

beforeAll(async () => {
  node = await startNode({ mongoUrl: await emptyDatabase(), clock: () => new Date(now) })
  author = await newPerson(node.url, '글쓴이')
})
afterAll(() => node.stop())
beforeEach(async () => {
  friend = await newPerson(node.url)
  const hubNo = await makeHub(author, friend)
  thread = { hubNo, noteNo: await shareNewNote(author, hubNo) }
  now += 1000
})

const textsOf = async (person: Person) =>
  (await person.does(getComments, thread)).comments.map(({ text }) => text)
const cardOf = async (person: Person) =>
  (await person.does(getSharedNotes, { selectedHubNo: thread.hubNo })).notes[0]

test('a thread is empty at first', async () => {
  const empty = { success: true, version: 2, count: 0, comments: [], hasOlder: false }
  expect(await friend.does(getComments, thread)).toEqual(empty)
})

test('a comment tells who said what when, to everybody in the hub', async () => {
  const requestKey = randomUUID()
  const posted = await friend.does(postComment, {
    ...thread,
    text: '  잘 읽었어요.\r\nhttps://example.com  ',
    requestKey,
  })
  const view = {
    commentNo: posted.comment.commentNo,
    text: '잘 읽었어요.\nhttps://example.com',
    writer: friend.name,
    writerNo: friend.userNo,
    profPic: '',
    postedAt: new Date(now).toISOString(),
    edited: false,
    requestKey,
  }
  expect(posted).toEqual({ success: true, comment: view })
  const reply = { success: true, version: 3, count: 1, comments: [view], hasOlder: false }
  expect(await author.does(getComments, thread)).toEqual(reply)
  expect(await friend.does(getComments, thread)).toEqual(reply)
})

test('500 characters are a comment', async () => {
  await comment(friend, thread, '가'.repeat(COMMENT_MAX))
  expect((await textsOf(author))[0]).toHaveLength(COMMENT_MAX)
})

test('the same sending again makes one comment', async () => {
  const sending = { ...thread, text: '한 번만', requestKey: randomUUID() }
  const answers = await Promise.all([1, 2, 3].map(() => friend.does(postComment, sending)))
  expect(new Set(answers.map(answer => answer.comment.commentNo)).size).toBe(1)
  expect(await textsOf(author)).toEqual(['한 번만'])
})

test('the same key of another person, or in another thread, is another sending', async () => {
  const sending = { ...thread, text: '안녕', requestKey: randomUUID() }
  const elsewhere = { ...thread, noteNo: await shareNewNote(author, thread.hubNo) }
  await friend.does(postComment, sending)
  await author.does(postComment, sending)
  await friend.does(postComment, { ...sending, ...elsewhere })
  expect(await textsOf(author)).toEqual(['안녕', '안녕'])
  expect((await author.does(getComments, elsewhere)).count).toBe(1)
})

test('the newest come first to hand, older ones on demand, each in their order', async () => {
  const numbers: number[] = []
  for (let count = 0; count < COMMENTS_AT_ONCE + 2; count += 1) numbers.push(await comment(friend, thread))
  const numbersOf = ({ comments }: { comments: { commentNo: number }[] }) =>
    comments.map(({ commentNo }) => commentNo)
  const newest = await author.does(getComments, thread)
  expect(numbersOf(newest)).toEqual(numbers.slice(2))
  expect(newest).toMatchObject({ hasOlder: true, count: COMMENTS_AT_ONCE + 2 })
  const older = await author.does(getComments, { ...thread, before: numbers[2] })
  expect(numbersOf(older)).toEqual(numbers.slice(0, 2))
  expect(older.hasOlder).toBe(false)
})

test('a note in two hubs has a thread in each', async () => {
  const third = await newPerson(node.url)
  const other = { hubNo: await makeHub(author, friend, third), noteNo: thread.noteNo }
  await author.does(shareNote, other)
  await comment(friend, thread, '여기서')
  await comment(third, other, '저기서')
  expect(await textsOf(friend)).toEqual(['여기서'])
  const { comments } = await friend.does(getComments, other)
  expect(comments.map(({ text }) => text)).toEqual(['저기서'])
})

test('one’s own comment can be changed for five minutes', async () => {
  const commentNo = await comment(friend, thread, '오타')
  now += COMMENT_EDIT_MS
  const changed = await friend.does(updateComment, { commentNo, text: '고침' })
  expect(changed).toMatchObject({ success: true, comment: { text: '고침', edited: true } })
  now += 1
  expect(await friend.does(updateComment, { commentNo, text: '늦음' })).toEqual({
    success: false,
    message: '댓글은 쓴 뒤 5분 동안만 고칠 수 있어요.',
  })
  expect(await textsOf(author)).toEqual(['고침'])
})

test('one’s own comment can be deleted at any time, once', async () => {
  const commentNo = await comment(friend, thread)
  now += 10 * COMMENT_EDIT_MS
  await friend.does(deleteComment, { commentNo })
  expect(await textsOf(author)).toEqual([])
  expect(await friend.asks(deleteComment, { commentNo })).toMatchObject({ status: 404 })
})

test('a comment brings its hub to the top, and no unread number', async () => {
  now += 1000
  const newer = await makeHub(friend, await newPerson(node.url))
  const hubsOf = async () => (await friend.does(getHubs, {})).hubs.map(({ hubNo }) => hubNo)
  expect(await hubsOf()).toEqual([newer, thread.hubNo])
  const { total } = await friend.does(getUnread, {})
  now += 1000
  await comment(author, thread)
  expect(await hubsOf()).toEqual([thread.hubNo, newer])
  expect(await friend.does(getUnread, {})).toMatchObject({ total })
})

test('a card counts comments and marks those of others until they are read', async () => {
  expect(await cardOf(friend)).toMatchObject({ commentCount: 0, hasNewComments: false })
  await comment(friend, thread)
  expect(await cardOf(friend)).toMatchObject({ commentCount: 1, hasNewComments: false })
  const commentNo = await comment(author, thread)
  expect(await cardOf(friend)).toMatchObject({ commentCount: 2, hasNewComments: true })
  await friend.does(markCommentsRead, { ...thread, commentNo })
  await friend.does(markCommentsRead, { ...thread, commentNo: commentNo - 1 })
  expect(await cardOf(friend)).toMatchObject({ commentCount: 2, hasNewComments: false })
  expect(await cardOf(author)).toMatchObject({ hasNewComments: true })
})
