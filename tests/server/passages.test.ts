import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteComment, getComments, postComment, updateComment } from '#protocol/comments.ts'
import { getSharedNotes } from '#protocol/discussion.ts'
import { disjoin } from '#protocol/hubs.ts'
import { PASSAGES_PER_THREAD_MAX, PASSAGES_PER_USER_MAX } from '#protocol/limits.ts'
import { deleteNote } from '#protocol/notes.ts'
import { deleteHighlight, getNotePassages, getPassages, highlightPassage } from '#protocol/passages.ts'
import { shareNote, unshareNote } from '#protocol/shares.ts'
import { purgeTrash } from '#protocol/trash.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { commentOn, highlight, passageOf, rewrite } from '#tests/support/passages.ts'
import { comment, makeHub, newUser, type TestUser, writeNote } from '#tests/support/users.ts'

const TEXT = '# 봄\n\n우리는 **도서관**에서 만나 책을 골랐어요. 저녁에는 강가를 걸었어요.'
const LIBRARY = passageOf(TEXT, '도서관에서 만나')
const RIVER = passageOf(TEXT, '강가')

let node: TestNode
let author: TestUser
let friend: TestUser
let other: TestUser
let thread: { hubNo: number; noteNo: number }

beforeAll(async () => {
  node = await startNode({ mongoUrl: await emptyDatabase() })
  author = await newUser(node.url, '글쓴이')
  other = await newUser(node.url, '다른 친구')
})
afterAll(() => node.stop())

beforeEach(async () => {
  friend = await newUser(node.url, '친구')
  const hubNo = await makeHub(author, friend, other)
  thread = { hubNo, noteNo: await writeNote(author, '봄', TEXT) }
  await author.call(shareNote, thread)
})

const passagesFor = (user: TestUser) => user.call(getPassages, thread)
const lastOnCard = async () =>
  (await friend.call(getSharedNotes, { selectedHubNo: thread.hubNo })).notes[0]?.lastComment

test('members see the highlights and the comments on passages', async () => {
  const { highlightNo } = await highlight(friend, thread, LIBRARY)
  const { commentNo } = await commentOn(friend, thread, RIVER)
  await comment(friend, thread, '글 전체에 하는 말')
  expect(await passagesFor(author)).toMatchObject({
    highlights: [{ highlightNo, userNo: friend.userNo, passage: LIBRARY }],
    comments: [{ commentNo, writerNo: friend.userNo, passage: RIVER }],
  })
  expect((await author.call(getComments, thread)).comments.map(({ passage }) => passage)).toEqual([
    RIVER,
    undefined,
  ])
})

test('a passage is highlighted once by each user, however often and at once', async () => {
  const once = await Promise.all([1, 2, 3].map(() => highlight(friend, thread, LIBRARY)))
  const again = await highlight(friend, thread, LIBRARY)
  expect(new Set([...once, again].map(({ highlightNo }) => highlightNo)).size).toBe(1)
  await highlight(other, thread, LIBRARY)
  await highlight(friend, thread, RIVER)
  const { highlights } = await passagesFor(author)
  expect(highlights.map(({ userNo, passage }) => `${userNo} ${passage.exact}`).toSorted()).toEqual(
    [
      `${friend.userNo} ${LIBRARY.exact}`,
      `${other.userNo} ${LIBRARY.exact}`,
      `${friend.userNo} ${RIVER.exact}`,
    ].toSorted(),
  )
})

test('a repeated highlight succeeds although the text has changed', async () => {
  const { highlightNo } = await highlight(friend, thread, LIBRARY)
  await node.mongo.collection('revisions').deleteMany({ noteNo: thread.noteNo })
  await rewrite(author, thread.noteNo, '다시 쓴 글')
  await node.mongo.collection('revisions').deleteMany({ noteNo: thread.noteNo })
  expect((await highlight(friend, thread, LIBRARY)).highlightNo).toBe(highlightNo)
})

test('a highlight is deleted by its user or the author of the note, and by nobody else', async () => {
  const [mine, theirs] = [await highlight(friend, thread, LIBRARY), await highlight(other, thread, RIVER)]
  expect((await friend.request(deleteHighlight, { highlightNo: theirs.highlightNo })).status).toBe(403)
  expect((await passagesFor(friend)).highlights).toHaveLength(2)
  await friend.call(deleteHighlight, { highlightNo: mine.highlightNo })
  await friend.call(deleteHighlight, { highlightNo: mine.highlightNo })
  await author.call(deleteHighlight, { highlightNo: theirs.highlightNo })
  expect((await passagesFor(friend)).highlights).toEqual([])
})

test('users outside the room, and everybody after the share was withdrawn, delete no highlight and learn nothing', async () => {
  const { highlightNo } = await highlight(friend, thread, LIBRARY)
  const stranger = await newUser(node.url)
  const responseTo = async (user: TestUser, no: number) => {
    const { status, body } = await user.request(deleteHighlight, { highlightNo: no })
    return { status, body }
  }
  expect(await responseTo(stranger, highlightNo)).toEqual(await responseTo(stranger, 999_999_999))
  await author.call(unshareNote, thread)
  expect((await friend.request(getPassages, thread)).status).toBe(404)
  await friend.call(deleteHighlight, { highlightNo })
  await author.call(shareNote, thread)
  expect((await passagesFor(friend)).highlights).toMatchObject([{ highlightNo }])
})

describe('a reply', () => {
  test('has the passage of the comment that it answers, whatever its request says', async () => {
    const { commentNo } = await commentOn(friend, thread, LIBRARY)
    const reply = await commentOn(author, thread, RIVER, { replyTo: commentNo })
    const replyToReply = await commentOn(other, thread, RIVER, { replyTo: reply.commentNo })
    expect([reply.passage, replyToReply.passage]).toEqual([LIBRARY, LIBRARY])
    const { commentNo: plainNo } = await commentOn(friend, thread, LIBRARY, {
      replyTo: await comment(friend, thread),
    })
    expect((await passagesFor(friend)).comments.map(({ commentNo: no }) => no)).toEqual([
      commentNo,
      reply.commentNo,
      replyToReply.commentNo,
    ])
    expect((await author.call(getComments, thread)).comments.at(-1)).toMatchObject({ commentNo: plainNo })
  })

  test('keeps the passage after the answered comment is deleted', async () => {
    const { commentNo } = await commentOn(friend, thread, LIBRARY)
    const reply = await commentOn(author, thread, RIVER, { replyTo: commentNo })
    await friend.call(deleteComment, { commentNo })
    expect((await passagesFor(friend)).comments).toMatchObject([
      { commentNo: reply.commentNo, passage: LIBRARY },
    ])
  })
})

test('an edited comment keeps its passage', async () => {
  const { commentNo } = await commentOn(friend, thread, LIBRARY)
  const edited = await friend.call(updateComment, { commentNo, text: '다시 한 말' })
  expect(edited).toMatchObject({ comment: { text: '다시 한 말', passage: LIBRARY } })
})

test('a repeated comment is returned although the text has changed and the limit is reached', async () => {
  const request = { ...thread, text: '이 문장이요', passage: LIBRARY, requestKey: randomUUID() }
  const { comment: posted } = await friend.call(postComment, request)
  await rewrite(author, thread.noteNo, '다시 쓴 글')
  await node.mongo.collection('revisions').deleteMany({ noteNo: thread.noteNo })
  expect((await friend.call(postComment, request)).comment).toEqual(posted)
})

test('a card shows the passage of the last comment, and how many comments it has', async () => {
  await commentOn(friend, thread, LIBRARY)
  const { commentNo } = await commentOn(friend, thread, RIVER)
  await commentOn(other, thread, RIVER, { replyTo: commentNo })
  const last = await commentOn(friend, thread, RIVER)
  expect(await lastOnCard()).toMatchObject({
    commentNo: last.commentNo,
    passage: { exact: RIVER.exact, count: 3 },
  })
  await friend.call(deleteComment, { commentNo })
  expect((await lastOnCard())?.passage).toEqual({ exact: RIVER.exact, count: 2 })
  await comment(friend, thread)
  expect(await lastOnCard()).not.toHaveProperty('passage')
})

describe('limits', () => {
  /** Numbers that no counter reaches. */
  let seededNo = 1e9
  /** Fills the thread with passages of a user, without calls. */
  const fill = async (collection: 'comments' | 'highlights', count: number, fields: object) => {
    const documents = Array.from({ length: count }, (_, index) => {
      seededNo += 1
      const comment = { commentNo: seededNo, text: '말', postedAt: new Date(), requestKey: randomUUID() }
      return {
        ...thread,
        ...(collection === 'comments' ? comment : { highlightNo: seededNo, since: new Date() }),
        ...fields,
        passage: { ...LIBRARY, start: index, end: index + 1 },
      }
    })
    await node.mongo.collection(collection).insertMany(documents)
  }
  const statusOf = async (user: TestUser) => {
    const passage = RIVER
    const { status } = await user.request(highlightPassage, { ...thread, passage })
    const posted = await user.request(postComment, {
      ...{ ...thread, passage },
      text: '말',
      requestKey: randomUUID(),
    })
    const { code = null, field = null } = { ...('code' in posted.body && posted.body) }
    return [status, posted.status, code, field]
  }

  test('a user begins up to a hundred passages of a note', async () => {
    await fill('comments', PASSAGES_PER_USER_MAX / 2, { writerNo: friend.userNo })
    await fill('comments', 30, { writerNo: friend.userNo, replyTo: 1 })
    await fill('highlights', PASSAGES_PER_USER_MAX / 2 - 1, { userNo: friend.userNo })
    await highlight(friend, thread, LIBRARY)
    expect(await statusOf(friend)).toEqual([409, 409, 'quota', 'passage'])
    expect(await statusOf(other)).toEqual([200, 200, null, null])
    // A reply begins no passage, and an existing highlight is none more.
    const { commentNo } = await commentOn(other, thread, LIBRARY)
    await commentOn(friend, thread, LIBRARY, { replyTo: commentNo })
    await highlight(friend, thread, LIBRARY)
    await comment(friend, thread)
  })

  test('a note has up to five hundred passages in a room', async () => {
    for (let userNo = 1; userNo <= 5; userNo += 1)
      await fill('highlights', PASSAGES_PER_THREAD_MAX / 5, { userNo: -userNo })
    expect(await statusOf(friend)).toEqual([409, 409, 'quota', 'passage'])
    const first = (await passagesFor(friend)).highlights[0]?.highlightNo ?? 0
    await author.call(deleteHighlight, { highlightNo: first })
    expect((await statusOf(friend)).slice(0, 1)).toEqual([200])
  })
})

test('the passages of a note are deleted with the note, and with the room', async () => {
  const count = async (filter: object) =>
    (await node.mongo.collection('highlights').countDocuments(filter)) +
    (await node.mongo.collection('comments').countDocuments(filter))
  await highlight(friend, thread, LIBRARY)
  await commentOn(friend, thread, LIBRARY)
  const { noteNo, hubNo } = thread
  await author.call(deleteNote, { noteNo })
  expect(await count({ noteNo })).toBe(2)
  await author.call(purgeTrash, { noteNosJSON: JSON.stringify([noteNo]) })
  await node.app.cleanUp()
  expect(await count({ noteNo })).toBe(0)

  const second = { hubNo, noteNo: await writeNote(author, '봄', TEXT) }
  await author.call(shareNote, second)
  await highlight(friend, second, LIBRARY)
  for (const user of [author, friend, other]) await user.call(disjoin, { targetHubNo: hubNo })
  expect(await count({ hubNo })).toBe(0)
})

test('the author sees the passages of all rooms where the note is shared now', async () => {
  const secondHubNo = await makeHub(author, friend)
  const second = { ...thread, hubNo: secondHubNo }
  const withdrawn = { ...thread, hubNo: await makeHub(author, other) }
  for (const place of [second, withdrawn]) await author.call(shareNote, place)
  const mark = await highlight(friend, thread, LIBRARY)
  const said = await commentOn(other, thread, RIVER, { text: '첫 줄\n둘째 줄' })
  await highlight(friend, second, RIVER)
  await highlight(other, withdrawn, RIVER)
  await author.call(unshareNote, withdrawn)

  const { rooms } = await author.call(getNotePassages, { noteNo: thread.noteNo })
  expect(rooms.map(({ hubNo }) => hubNo)).toEqual([secondHubNo, thread.hubNo])
  expect(rooms[1]).toMatchObject({
    highlights: [{ highlightNo: mark.highlightNo, userName: friend.name, passage: LIBRARY }],
    comments: [{ commentNo: said.commentNo, writer: other.name, line: '첫 줄', passage: RIVER }],
  })
  expect(rooms[0]).toMatchObject({ highlights: [{ passage: RIVER }], comments: [] })
  expect((await friend.request(getNotePassages, { noteNo: thread.noteNo })).status).toBe(403)
})
