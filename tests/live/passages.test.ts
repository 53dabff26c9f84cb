import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { deleteComment, postComment } from '#protocol/comments.ts'
import { disjoin } from '#protocol/hubs.ts'
import { deleteAccount } from '#protocol/myInfo.ts'
import { deleteHighlight, getPassages, highlightPassage } from '#protocol/passages.ts'
import { shareNote, unshareNote } from '#protocol/shares.ts'
import { createCatchUp } from '#tests/support/catchUp.ts'
import { runBefore } from '#tests/support/interleave.ts'
import { openTwoNodes } from '#tests/support/node.ts'
import { commentOn, highlight, passageOf } from '#tests/support/passages.ts'
import type { TestSocket } from '#tests/support/testSocket.ts'
import { makeHub, newUser, PASSWORD, signInUser, type TestUser, writeNote } from '#tests/support/users.ts'

const TEXT = '우리는 도서관에서 만나 책을 골랐어요. 저녁에는 강가를 걸었어요.'
const LIBRARY = passageOf(TEXT, '도서관에서 만나')
const RIVER = passageOf(TEXT, '강가')

/** A reader at one node, the author and a user outside the hub at the other. */
const { firstNode, secondNode } = await openTwoNodes()
let reader: TestUser
let author: TestUser
let thread: { hubNo: number; noteNo: number }
let authorsTab: TestSocket
let outsidersTab: TestSocket
let catchUp: () => Promise<unknown>

beforeEach(async () => {
  reader = await newUser(firstNode.url)
  author = await newUser(secondNode.url)
  const outsider = await newUser(secondNode.url)
  const withAuthor = await createCatchUp(reader, author)
  const withOutsider = await createCatchUp(reader, outsider)
  const hubNo = await makeHub(reader, author, await newUser(firstNode.url))
  thread = { hubNo, noteNo: await writeNote(author, '봄', TEXT) }
  await author.call(shareNote, thread)
  authorsTab = await author.openSocket()
  outsidersTab = await outsider.openSocket()
  catchUp = () => Promise.all([withAuthor(authorsTab), withOutsider(outsidersTab)])
})

const passagesIn = ({ received }: TestSocket) => received.filter(({ name }) => name.startsWith('passage:'))

test('highlighting and deleting is published to the hub only, in version order', async () => {
  const { hubNo, noteNo } = thread
  const { version, highlight: mark } = await reader.call(highlightPassage, { ...thread, passage: LIBRARY })
  await author.call(deleteHighlight, { highlightNo: mark.highlightNo })
  await author.call(deleteHighlight, { highlightNo: mark.highlightNo })
  await catchUp()
  expect(passagesIn(authorsTab).map(({ name, payload }) => [name, payload])).toEqual([
    ['passage:highlighted', { hubNo, noteNo, version, highlight: mark }],
    ['passage:unhighlighted', { hubNo, noteNo, version: version + 1, highlightNo: mark.highlightNo }],
  ])
  expect(passagesIn(outsidersTab)).toEqual([])
})

test('concurrent highlights and deletions at both nodes each have their own version', async () => {
  const marks = await Promise.all([
    highlight(reader, thread, LIBRARY),
    highlight(author, thread, LIBRARY),
    highlight(reader, thread, RIVER),
    highlight(author, thread, RIVER),
  ])
  await Promise.all(marks.slice(1).map(({ highlightNo }) => author.call(deleteHighlight, { highlightNo })))
  await catchUp()
  const versions = passagesIn(authorsTab).map(({ payload }) => 'version' in payload && payload.version)
  expect(versions).toHaveLength(7)
  expect(new Set(versions).size).toBe(7)
  expect((await reader.call(getPassages, thread)).highlights).toEqual(marks.slice(0, 1))
})

test('after concurrent comments on a passage the last event has their number, and so has each card', async () => {
  const { commentNo } = await commentOn(reader, thread, LIBRARY)
  const writers = [reader, author, reader, author, reader, author]
  await Promise.all([
    ...writers.map((writer, index) =>
      commentOn(writer, thread, LIBRARY, index % 3 === 0 ? { replyTo: commentNo } : {}),
    ),
    commentOn(author, thread, RIVER),
  ])
  await catchUp()
  const posted = authorsTab.received
    .flatMap(({ name, payload }) => (name === 'comment:posted' ? [payload] : []))
    .toSorted((a, b) => a.version - b.version)
  const countsOn = (exact: string) =>
    posted.filter(({ comment }) => comment.passage?.exact === exact).map(({ passageCount }) => passageCount)
  expect(countsOn(LIBRARY.exact).at(-1)).toBe(7)
  expect(countsOn(RIVER.exact)).toEqual([1])
  await author.call(deleteComment, { commentNo })
  const left = await commentOn(reader, thread, LIBRARY)
  const event = await authorsTab.waitForEvent(
    'comment:posted',
    ({ comment }) => comment.commentNo === left.commentNo,
  )
  expect(event.passageCount).toBe(7)
})

test('counts the comments on the corrected passage', async () => {
  await commentOn(reader, thread, RIVER)
  await commentOn(reader, thread, { ...RIVER, noteVersion: undefined, start: 0, end: RIVER.exact.length })
  const events = await Promise.all(
    [1, 2].map(count => authorsTab.waitForEvent('comment:posted', event => event.passageCount === count)),
  )
  expect(events.map(({ comment }) => comment.passage)).toEqual([RIVER, RIVER])
})

test.each<[string, () => Promise<unknown>]>([
  [
    'whose user leaves',
    async () => (await signInUser(secondNode.url, reader.email)).call(disjoin, { targetHubNo: thread.hubNo }),
  ],
  ['on a note that leaves the hub', () => author.call(unshareNote, thread)],
])('a highlight %s while it is being saved is neither stored nor published', async (_, leave) => {
  const { highlights } = firstNode.app.context.repositories
  const race = runBefore(highlights, 'save', leave)
  expect(await reader.request(highlightPassage, { ...thread, passage: LIBRARY })).toMatchObject({
    status: 404,
  })
  await race
  await catchUp()
  await firstNode.app.context.backgroundTasks.onIdle()
  expect(passagesIn(authorsTab).filter(({ name }) => name === 'passage:highlighted')).toEqual([])
  expect(await firstNode.mongo.collection('highlights').countDocuments(thread)).toBe(0)
  expect(await firstNode.mongo.collection('news').countDocuments({ ...thread, kind: 'passage' })).toBe(0)
})

test('a highlight on a note whose withdrawal is not published yet is refused', async () => {
  const { highlights, shares } = firstNode.app.context.repositories
  const { seq = 0 } = (await shares.findLive(thread.hubNo, thread.noteNo)) ?? {}
  const race = runBefore(highlights, 'save', () => shares.withdraw(thread.hubNo, seq, new Date()))
  expect((await reader.request(highlightPassage, { ...thread, passage: LIBRARY })).status).toBe(404)
  await race
  expect(await firstNode.mongo.collection('highlights').countDocuments(thread)).toBe(0)
})

test('a repeated highlight is published again, and leaves what was there if it is refused', async () => {
  const mark = await highlight(reader, thread, LIBRARY)
  await highlight(reader, thread, LIBRARY)
  const race = runBefore(firstNode.app.context.repositories.highlights, 'save', () =>
    author.call(unshareNote, thread),
  )
  expect((await reader.request(highlightPassage, { ...thread, passage: LIBRARY })).status).toBe(404)
  await race
  await author.call(shareNote, thread)
  await catchUp()
  expect(passagesIn(authorsTab).map(({ payload }) => 'highlight' in payload && payload.highlight)).toEqual([
    mark,
    mark,
  ])
  expect((await reader.call(getPassages, thread)).highlights).toEqual([mark])
})

test('the highlights of a deleted account disappear from the screens, also those in hidden threads', async () => {
  const hidden = { ...thread, noteNo: await writeNote(author, '봄', TEXT) }
  await author.call(shareNote, hidden)
  const marks = [await highlight(reader, thread, LIBRARY), await highlight(reader, hidden, RIVER)]
  await author.call(unshareNote, hidden)
  await reader.call(deleteAccount, { password: PASSWORD, deleteContributions: false })
  for (const { highlightNo } of marks)
    await authorsTab.waitForEvent('passage:unhighlighted', event => event.highlightNo === highlightNo)
  expect(await firstNode.mongo.collection('highlights').countDocuments({ userNo: reader.userNo })).toBe(0)
})

test('typing about a passage is published with the passage, and an invalid one not at all', async () => {
  const readersTab = await reader.openSocket()
  const invalid = { ...LIBRARY, exact: '가'.repeat(400) }
  readersTab.socket.emit('comment:composing', { ...thread, passage: invalid })
  await catchUp()
  expect(authorsTab.received.filter(({ name }) => name === 'comment:composing')).toEqual([])
  const otherReader = await signInUser(firstNode.url, author.email)
  const otherTab = await otherReader.openSocket()
  otherTab.socket.emit('comment:composing', { ...thread, passage: LIBRARY })
  expect(await authorsTab.waitForEvent('comment:composing')).toEqual({
    ...{ ...thread, passage: LIBRARY },
    ...{ userNo: author.userNo, userName: author.name },
  })
})

test('a comment on a passage that the hub refuses meanwhile is taken back', async () => {
  const race = runBefore(firstNode.app.context.repositories.postComment, 'save', () =>
    author.call(unshareNote, thread),
  )
  const late = { ...thread, text: '늦은 말', passage: LIBRARY, requestKey: randomUUID() }
  expect(await reader.request(postComment, late)).toMatchObject({ status: 404 })
  await race
  await author.call(shareNote, thread)
  expect((await reader.call(getPassages, thread)).comments).toEqual([])
})
