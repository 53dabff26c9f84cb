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
import { addMatching, getHubs, getUnread } from '#protocol/hubs.ts'
import { COMMENT_EDIT_MS, COMMENT_MAX, COMMENTS_AT_ONCE, QUOTE_MAX } from '#protocol/limits.ts'
import { deleteAccount } from '#protocol/myInfo.ts'
import { shareNote } from '#protocol/shares.ts'
import { ko } from '#protocol/text/ko.ts'
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
  const empty = {
    success: true,
    version: 2,
    count: 0,
    comments: [],
    hasOlder: false,
    readUpTo: 0,
    empathies: [],
  }
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
  const reply = {
    success: true,
    version: 3,
    count: 1,
    comments: [view],
    hasOlder: false,
    readUpTo: 0,
    empathies: [],
  }
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

test('who goes back to a comment is told all up to it at once', async () => {
  const numbers: number[] = []
  for (let count = 0; count < COMMENTS_AT_ONCE + 8; count += 1) numbers.push(await comment(friend, thread))
  const [first, , third] = numbers
  const back = await author.does(getComments, { ...thread, before: numbers.at(-1), backTo: third })
  expect(back.comments.map(({ commentNo }) => commentNo)).toEqual(numbers.slice(2, -1))
  expect(back.hasOlder).toBe(true)
  const whole = await author.does(getComments, { ...thread, backTo: first })
  expect(whole.comments.map(({ commentNo }) => commentNo)).toEqual(numbers)
  expect(whole.hasOlder).toBe(false)
})

test('what is unread before the comments at hand is counted, of others and since one came', async () => {
  const numbers: number[] = []
  for (let count = 0; count < COMMENTS_AT_ONCE + 4; count += 1) {
    const writer = count === 2 ? author : friend
    numbers.push(await comment(writer, thread))
  }
  const [first = 0, second = 0, , fourth] = numbers
  const { unreadBefore } = await author.does(getComments, thread)
  expect(unreadBefore).toEqual({ count: 3, firstNo: first })
  await author.does(markCommentsRead, { ...thread, commentNo: second })
  const newest = await author.does(getComments, thread)
  expect(newest.unreadBefore).toEqual({ count: 1, firstNo: fourth })
  const older = await author.does(getComments, { ...thread, before: numbers[4] })
  expect(older.unreadBefore).toBeUndefined()
  const late = await newPerson(node.url)
  now += 1000
  await find(author, late)
  await author.does(addMatching, {
    hubNo: thread.hubNo,
    friendsJSON: JSON.stringify([late.userNo]),
    expectedResult: JSON.stringify([author.userNo, friend.userNo, late.userNo]),
  })
  expect((await late.does(getComments, thread)).unreadBefore).toBeUndefined()
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
    message: '댓글은 쓴 뒤 5분 동안만 수정할 수 있어요.',
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

test('a thread tells how far its reader has read it, and that what was said before they came is no news', async () => {
  const [first, second] = [await comment(author, thread), await comment(author, thread)]
  await friend.does(markCommentsRead, { ...thread, commentNo: first })
  expect(await friend.does(getComments, thread)).toMatchObject({ readUpTo: first })
  expect(await author.does(getComments, thread)).toMatchObject({ readUpTo: 0 })
  now += 1000
  const late = await newPerson(node.url)
  const participants = [author, friend, late].map(({ userNo }) => userNo)
  await find(author, late)
  await author.does(addMatching, {
    hubNo: thread.hubNo,
    friendsJSON: JSON.stringify([late.userNo]),
    expectedResult: JSON.stringify(participants),
  })
  now += 1000
  await comment(author, thread)
  expect(await late.does(getComments, thread)).toMatchObject({ count: 3, readUpTo: second })
})

const replyTo = (commentNo: number) => ({
  ...thread,
  text: '답',
  replyTo: commentNo,
  requestKey: randomUUID(),
})

test('an answer shows the first line of what it answers, and that it is gone', async () => {
  const first = await comment(author, thread, `${'가'.repeat(QUOTE_MAX + 1)}\n둘째 줄`)
  const { comment: answer } = await friend.does(postComment, replyTo(first))
  const quote = { writer: author.name, writerNo: author.userNo, line: '가'.repeat(QUOTE_MAX) }
  expect(answer.replyTo).toEqual({ commentNo: first, quote })
  await author.does(updateComment, { commentNo: first, text: '고쳐 쓴 물음' })
  const shown = async () => (await author.does(getComments, thread)).comments.at(-1)?.replyTo
  expect(await shown()).toEqual({ commentNo: first, quote: { ...quote, line: '고쳐 쓴 물음' } })
  await author.does(deleteComment, { commentNo: first })
  expect(await shown()).toEqual({ commentNo: first, quote: null })
})

test('what stands in another thread, or nowhere any more, cannot be answered', async () => {
  const elsewhere = { ...thread, noteNo: await shareNewNote(author, thread.hubNo) }
  const otherRoom = { hubNo: await makeHub(author, await newPerson(node.url)), noteNo: thread.noteNo }
  await author.does(shareNote, otherRoom)
  const gone = await comment(author, thread)
  await author.does(deleteComment, { commentNo: gone })
  const unanswerable = [await comment(author, elsewhere), await comment(author, otherRoom), gone, 10 ** 9]
  for (const commentNo of unanswerable) {
    const { status, body } = await friend.asks(postComment, replyTo(commentNo))
    expect({ status, body }).toMatchObject({
      status: 404,
      body: { message: ko['comments.replyGone'], field: 'replyTo' },
    })
  }
  expect(await friend.does(getComments, thread)).toMatchObject({ count: 0 })
})

test('a comment tells whom of the room it mentions, by what it says now', async () => {
  const stranger = await newPerson(node.url, '방 밖 사람')
  const text = `@${author.name}님, @${author.name} 그리고 @${stranger.name} \`@${friend.name}\``
  const commentNo = await comment(friend, thread, text)
  const mentionedFor = async () => (await author.does(getComments, thread)).comments[0]?.mentioned
  expect(await mentionedFor()).toEqual([{ userNo: author.userNo, userName: author.name }])
  await friend.does(updateComment, { commentNo, text: `@${friend.name} 나` })
  expect(await mentionedFor()).toEqual([{ userNo: friend.userNo, userName: friend.name }])
  await friend.does(updateComment, { commentNo, text: '아무도 안 불러요' })
  expect(await mentionedFor()).toBeUndefined()
})

test('whoever is gone is mentioned no more, and their number is forgotten', async () => {
  const leaver = await newPerson(node.url, '떠나는 사람')
  const room = { hubNo: await makeHub(author, friend, leaver), noteNo: thread.noteNo }
  await author.does(shareNote, room)
  const commentNo = await comment(friend, room, `@${leaver.name} 잘 가요`)
  const { stores, unfinished } = node.app.context
  expect((await stores.comments.byNo(commentNo))?.mentionedNos).toEqual([leaver.userNo])
  await leaver.does(deleteAccount, { password: PASSWORD, deleteContributions: false })
  await unfinished.releaseAll()
  await node.app.cleanUp()
  expect((await stores.comments.byNo(commentNo))?.mentionedNos).toEqual([])
  expect((await friend.does(getComments, room)).comments[0]?.mentioned).toBeUndefined()
})
