import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import {
  deleteComment,
  getComments,
  markCommentsRead,
  postComment,
  updateComment,
} from '#protocol/comments.ts'
import { getSharedNotes } from '#protocol/discussion.ts'
import { getHubs, getUnread } from '#protocol/hubs.ts'
import { COMMENT_EDIT_MS, COMMENT_MAX, COMMENTS_AT_ONCE, QUOTE_MAX } from '#protocol/limits.ts'
import { deleteAccount } from '#protocol/myInfo.ts'
import { shareNote } from '#protocol/shares.ts'
import { ko } from '#protocol/text/ko.ts'
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

let friend: TestUser
let thread: { hubNo: number; noteNo: number }
let now = Date.now()

const [node] = await openNodes({ clock: () => new Date(now) })
const author = await newUser(node.url, '글쓴이')
beforeEach(async () => {
  friend = await newUser(node.url)
  const hubNo = await makeHub(author, friend)
  thread = { hubNo, noteNo: await shareNewNote(author, hubNo) }
  now += 1000
})

const textsOf = async (user: TestUser) =>
  (await user.call(getComments, thread)).comments.map(({ text }) => text)
const cardOf = async (user: TestUser) =>
  (await user.call(getSharedNotes, { selectedHubNo: thread.hubNo })).notes[0]

test('a comment shows every member of the hub its writer, text and time', async () => {
  const reply = {
    success: true,
    version: 2,
    count: 0,
    comments: [],
    hasOlder: false,
    readUpTo: 0,
    empathies: [],
  }
  expect(await friend.call(getComments, thread)).toEqual(reply)
  const requestKey = randomUUID()
  const posted = await friend.call(postComment, {
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
  for (const user of [author, friend])
    expect(await user.call(getComments, thread)).toEqual({ ...reply, version: 3, count: 1, comments: [view] })
  await comment(friend, thread, '가'.repeat(COMMENT_MAX))
  expect((await textsOf(author))[1]).toHaveLength(COMMENT_MAX)
})

test('the same request creates one comment, and its key of another user or in another thread another', async () => {
  const sending = { ...thread, text: '안녕', requestKey: randomUUID() }
  const answers = await Promise.all([1, 2, 3].map(() => friend.call(postComment, sending)))
  expect(new Set(answers.map(answer => answer.comment.commentNo)).size).toBe(1)
  expect(await textsOf(author)).toEqual(['안녕'])
  const otherThread = { ...thread, noteNo: await shareNewNote(author, thread.hubNo) }
  await author.call(postComment, sending)
  await friend.call(postComment, { ...sending, ...otherThread })
  expect(await textsOf(author)).toEqual(['안녕', '안녕'])
  expect((await author.call(getComments, otherThread)).count).toBe(1)
})

const numbersOf = ({ comments }: { comments: { commentNo: number }[] }) =>
  comments.map(({ commentNo }) => commentNo)
/** Posts comments of these writers, of the friend by default. Returns their numbers. */
async function commentMany(count: number, writers: Record<number, TestUser> = {}): Promise<number[]> {
  const numbers: number[] = []
  for (let at = 0; at < count; at += 1) numbers.push(await comment(writers[at] ?? friend, thread))
  return numbers
}

test('the newest comments are returned first, older ones or all back to a certain one on demand, in order', async () => {
  const numbers = await commentMany(COMMENTS_AT_ONCE + 8)
  const newest = await author.call(getComments, thread)
  expect(numbersOf(newest)).toEqual(numbers.slice(8))
  expect(newest).toMatchObject({ hasOlder: true, count: numbers.length })
  const older = await author.call(getComments, { ...thread, before: numbers[8] })
  expect(numbersOf(older)).toEqual(numbers.slice(0, 8))
  expect(older.hasOlder).toBe(false)
  const back = await author.call(getComments, { ...thread, before: numbers.at(-1), backTo: numbers[2] })
  expect(numbersOf(back)).toEqual(numbers.slice(2, -1))
  expect(back.hasOlder).toBe(true)
  const whole = await author.call(getComments, { ...thread, backTo: numbers[0] })
  expect(numbersOf(whole)).toEqual(numbers)
  expect(whole.hasOlder).toBe(false)
})

/** Adds another member to the hub. */
async function addLateMember(): Promise<TestUser> {
  now += 1000
  const late = await newUser(node.url)
  await lookUp(author, late)
  await addToHub(author, thread.hubNo, late, author, friend)
  return late
}

test('the unread count before the first returned comment includes only other users’ comments since the reader joined', async () => {
  const [first = 0, second = 0, , fourth, fifth] = await commentMany(COMMENTS_AT_ONCE + 4, { 2: author })
  const { unreadBefore } = await author.call(getComments, thread)
  expect(unreadBefore).toEqual({ count: 3, firstNo: first })
  await author.call(markCommentsRead, { ...thread, commentNo: second })
  const newest = await author.call(getComments, thread)
  expect(newest.unreadBefore).toEqual({ count: 1, firstNo: fourth })
  const older = await author.call(getComments, { ...thread, before: fifth })
  expect(older.unreadBefore).toBeUndefined()
  expect((await (await addLateMember()).call(getComments, thread)).unreadBefore).toBeUndefined()
})

test('a writer can edit their comment for five minutes, and delete it at any time, once', async () => {
  const commentNo = await comment(friend, thread, '오타')
  now += COMMENT_EDIT_MS
  const changed = await friend.call(updateComment, { commentNo, text: '고침' })
  expect(changed).toMatchObject({ success: true, comment: { text: '고침', edited: true } })
  now += 1
  const message = '댓글은 쓴 뒤 5분 동안만 수정할 수 있어요.'
  const late = await friend.call(updateComment, { commentNo, text: '늦음' })
  expect(late).toEqual({ success: false, message })
  expect(await textsOf(author)).toEqual(['고침'])
  now += 10 * COMMENT_EDIT_MS
  await friend.call(deleteComment, { commentNo })
  expect(await textsOf(author)).toEqual([])
  expect(await friend.request(deleteComment, { commentNo })).toMatchObject({ status: 404 })
})

test('a comment moves its hub to the top, and changes no unread number of shares', async () => {
  now += 1000
  const newer = await makeHub(friend, await newUser(node.url))
  const hubsOf = async () => (await friend.call(getHubs, {})).hubs.map(({ hubNo }) => hubNo)
  expect(await hubsOf()).toEqual([newer, thread.hubNo])
  const { total } = await friend.call(getUnread, {})
  now += 1000
  await comment(author, thread)
  expect(await hubsOf()).toEqual([thread.hubNo, newer])
  expect(await friend.call(getUnread, {})).toMatchObject({ total })
})

test('a card counts comments and marks other users’ comments until they are read', async () => {
  expect(await cardOf(friend)).toMatchObject({ commentCount: 0, hasNewComments: false })
  await comment(friend, thread)
  expect(await cardOf(friend)).toMatchObject({ commentCount: 1, hasNewComments: false })
  const commentNo = await comment(author, thread)
  expect(await cardOf(friend)).toMatchObject({ commentCount: 2, hasNewComments: true })
  await friend.call(markCommentsRead, { ...thread, commentNo })
  await friend.call(markCommentsRead, { ...thread, commentNo: commentNo - 1 })
  expect(await cardOf(friend)).toMatchObject({ commentCount: 2, hasNewComments: false })
  expect(await cardOf(author)).toMatchObject({ hasNewComments: true })
})

test('a thread shows how far its reader has read it, and comments from before they joined are not unread', async () => {
  const [first = 0, second] = await commentMany(2, { 0: author, 1: author })
  await friend.call(markCommentsRead, { ...thread, commentNo: first })
  expect(await friend.call(getComments, thread)).toMatchObject({ readUpTo: first })
  expect(await author.call(getComments, thread)).toMatchObject({ readUpTo: 0 })
  const late = await addLateMember()
  now += 1000
  await comment(author, thread)
  expect(await late.call(getComments, thread)).toMatchObject({ count: 3, readUpTo: second })
})

const replyTo = (commentNo: number) => ({
  ...thread,
  text: '답',
  replyTo: commentNo,
  requestKey: randomUUID(),
})

test('a reply shows the first line of its target, or that the target was deleted', async () => {
  const first = await comment(author, thread, `${'가'.repeat(QUOTE_MAX + 1)}\n둘째 줄`)
  const { comment: answer } = await friend.call(postComment, replyTo(first))
  const quote = { writer: author.name, writerNo: author.userNo, line: '가'.repeat(QUOTE_MAX) }
  expect(answer.replyTo).toEqual({ commentNo: first, quote })
  await author.call(updateComment, { commentNo: first, text: '고쳐 쓴 물음' })
  const firstReply = async () => (await author.call(getComments, thread)).comments.at(-1)?.replyTo
  expect(await firstReply()).toEqual({ commentNo: first, quote: { ...quote, line: '고쳐 쓴 물음' } })
  await author.call(deleteComment, { commentNo: first })
  expect(await firstReply()).toEqual({ commentNo: first, quote: null })
})

test('a comment of another thread, or a deleted one, cannot be replied to', async () => {
  const otherThread = { ...thread, noteNo: await shareNewNote(author, thread.hubNo) }
  const otherRoom = { hubNo: await makeHub(author, await newUser(node.url)), noteNo: thread.noteNo }
  await author.call(shareNote, otherRoom)
  const deletedNo = await comment(author, thread)
  await author.call(deleteComment, { commentNo: deletedNo })
  for (const commentNo of [await comment(author, otherThread), await comment(author, otherRoom), deletedNo])
    expect(await friend.request(postComment, replyTo(commentNo))).toMatchObject({
      status: 404,
      body: { message: ko['comments.replyGone'], field: 'replyTo' },
    })
  expect(await friend.call(getComments, thread)).toMatchObject({ count: 0 })
})

test('a comment lists the members that its current text mentions', async () => {
  const nonMember = await newUser(node.url, '방 밖 사람')
  const text = `@${author.name}님, @${author.name} 그리고 @${nonMember.name} \`@${friend.name}\``
  const commentNo = await comment(friend, thread, text)
  const mentionedFor = async () => (await author.call(getComments, thread)).comments[0]?.mentioned
  expect(await mentionedFor()).toEqual([{ userNo: author.userNo, userName: author.name }])
  await friend.call(updateComment, { commentNo, text: `@${friend.name} 나` })
  expect(await mentionedFor()).toEqual([{ userNo: friend.userNo, userName: friend.name }])
  await friend.call(updateComment, { commentNo, text: '아무도 안 불러요' })
  expect(await mentionedFor()).toBeUndefined()
})

test('a deleted user is no longer mentioned, and their number is removed', async () => {
  const member = await newUser(node.url, '떠나는 사람')
  const room = { hubNo: await makeHub(author, friend, member), noteNo: thread.noteNo }
  await author.call(shareNote, room)
  const commentNo = await comment(friend, room, `@${member.name} 잘 가요`)
  const { repositories, jobs } = node.app.context
  expect((await repositories.comments.findByNo(commentNo))?.mentionedNos).toEqual([member.userNo])
  await member.call(deleteAccount, { password: PASSWORD, deleteContributions: false })
  await jobs.releaseAll()
  await node.app.cleanUp()
  expect((await repositories.comments.findByNo(commentNo))?.mentionedNos).toEqual([])
  expect((await friend.call(getComments, room)).comments[0]?.mentioned).toBeUndefined()
})
