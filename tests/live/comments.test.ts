import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deleteComment, getComments, postComment, updateComment } from '#protocol/comments.ts'
import { getSharedNotes } from '#protocol/discussion.ts'
import { disjoin } from '#protocol/hubs.ts'
import { shareNote, unshareNote } from '#protocol/shares.ts'
import { createCatchUp } from '#tests/support/catchUp.ts'
import { runBefore } from '#tests/support/interleave.ts'
import { startTwoNodes } from '#tests/support/node.ts'
import type { TestSocket } from '#tests/support/testSocket.ts'
import {
  comment,
  makeHub,
  newUser,
  shareNewNote,
  signInUser,
  type TestUser,
  writeNote,
} from '#tests/support/users.ts'

/** A writer at one node, a reader and a user outside the hub at the other. */
let nodes: Awaited<ReturnType<typeof startTwoNodes>>
let writer: TestUser
let reader: TestUser
let outsider: TestUser
let thread: { hubNo: number; noteNo: number }
let readersTab: TestSocket
let strangersTab: TestSocket
let catchUp: () => Promise<unknown>

beforeAll(async () => {
  nodes = await startTwoNodes()
})
afterAll(() => nodes.stop())
beforeEach(async () => {
  writer = await newUser(nodes.firstNode.url)
  reader = await newUser(nodes.secondNode.url)
  outsider = await newUser(nodes.secondNode.url)
  const withReader = await createCatchUp(writer, reader)
  const withStranger = await createCatchUp(writer, outsider)
  const hubNo = await makeHub(writer, reader, await newUser(nodes.firstNode.url))
  thread = { hubNo, noteNo: await shareNewNote(reader, hubNo) }
  readersTab = await reader.openSocket()
  strangersTab = await outsider.openSocket()
  catchUp = () => Promise.all([withReader(readersTab), withStranger(strangersTab)])
  return () => {
    readersTab.close()
    strangersTab.close()
  }
})

const commentsIn = ({ received }: TestSocket) => received.filter(({ name }) => name.startsWith('comment:'))
const composingIn = (tab: TestSocket, inThread: unknown) =>
  void tab.socket.emit('comment:composing', inThread as { hubNo: number; noteNo: number })

test('posting, editing and deleting comments is published to the hub only, in version order', async () => {
  const commentNo = await comment(writer, thread, '잘 읽었어요')
  const { version } = await readersTab.waitForEvent('comment:posted')
  await writer.call(updateComment, { commentNo, text: '아주 잘 읽었어요' })
  await writer.call(deleteComment, { commentNo })
  await catchUp()

  const { hubNo, noteNo } = thread
  expect(commentsIn(readersTab).map(({ name, payload }) => [name, payload])).toMatchObject([
    ['comment:posted', { hubNo, noteNo, version, count: 1, comment: { commentNo, text: '잘 읽었어요' } }],
    ['comment:changed', { hubNo, noteNo, version: version + 1, comment: { text: '아주 잘 읽었어요' } }],
    ['comment:deleted', { hubNo, noteNo, version: version + 2, count: 0, commentNo }],
  ])
  expect(commentsIn(strangersTab)).toEqual([])
})

test('of two concurrent edits every screen ends with the one that was saved last', async () => {
  const commentNo = await comment(writer, thread, '처음')
  const otherTab = await signInUser(nodes.secondNode.url, writer.email)
  const race = runBefore(nodes.firstNode.app.context.repositories.hubs, 'bumpVersion', () =>
    otherTab.call(updateComment, { commentNo, text: '둘째 창에서' }),
  )
  await writer.call(updateComment, { commentNo, text: '첫째 창에서' })
  await race
  await catchUp()
  const last = commentsIn(readersTab).at(-1)
  expect(last).toMatchObject({ name: 'comment:changed', payload: { comment: { text: '둘째 창에서' } } })
  expect(await reader.call(getComments, thread)).toMatchObject({ comments: [{ text: '둘째 창에서' }] })
})

test('typing is published to the other members of the hub, and to nobody else', async () => {
  const writersTab = await writer.openSocket()
  composingIn(writersTab, thread)
  expect(await readersTab.waitForEvent('comment:composing')).toEqual({
    ...thread,
    userNo: writer.userNo,
    userName: writer.name,
  })
  await catchUp()
  expect(commentsIn(readersTab)).toHaveLength(1)
  expect(commentsIn(writersTab)).toEqual([])
  expect(commentsIn(strangersTab)).toEqual([])
  writersTab.close()
})

test('typing of a non-member, or under a note that is not shared in the hub, is not published', async () => {
  composingIn(strangersTab, thread)
  const writersTab = await writer.openSocket()
  const unsaid = [null, 'x', {}, { ...thread, hubNo: { $gt: 0 } }, { ...thread, noteNo: -1 }]
  for (const inThread of unsaid) composingIn(writersTab, inThread)
  composingIn(writersTab, { ...thread, noteNo: await writeNote(writer) })
  await comment(writer, thread)
  await readersTab.waitForEvent('comment:posted')
  await catchUp()
  expect(commentsIn(readersTab).map(({ name }) => name)).toEqual(['comment:posted'])
  writersTab.close()
})

test('a comment whose writer leaves while it is being saved is not published', async () => {
  const { repositories } = nodes.firstNode.app.context
  const otherTab = await signInUser(nodes.secondNode.url, writer.email)
  const race = runBefore(repositories.postComment, 'save', () =>
    otherTab.call(disjoin, { targetHubNo: thread.hubNo }),
  )
  const late = { ...thread, text: '늦은 말', requestKey: randomUUID() }
  expect(await writer.request(postComment, late)).toMatchObject({ status: 404 })
  await race
  await catchUp()
  expect(commentsIn(readersTab)).toEqual([])
  expect(await reader.call(getComments, thread)).toMatchObject({ count: 0, comments: [] })
})

test('a comment on a note that leaves the hub while it is being saved is not published', async () => {
  const { repositories } = nodes.firstNode.app.context
  const race = runBefore(repositories.postComment, 'save', () => reader.call(unshareNote, thread))
  const late = { ...thread, text: '늦은 말', requestKey: randomUUID() }
  expect(await writer.request(postComment, late)).toMatchObject({ status: 404 })
  await race
  await catchUp()
  expect(commentsIn(readersTab)).toEqual([])
  await reader.call(shareNote, thread)
  expect(await reader.call(getComments, thread)).toMatchObject({ count: 0 })
})

test('a comment whose writer left while posting is not counted, even if another member read the thread meanwhile', async () => {
  const threadShownTo = async () => {
    const page = await reader.call(getSharedNotes, { selectedHubNo: thread.hubNo })
    return page.notes.find(({ noteNo }) => noteNo === thread.noteNo)?.commentCount
  }
  const { repositories } = nodes.firstNode.app.context
  const noteNo = await writeNote(reader)
  const otherChange = runBefore(repositories.postComment, 'save', () =>
    reader.call(shareNote, { ...thread, noteNo }),
  )
  const race = runBefore(repositories.hubs, 'recordComment', async () => {
    await otherChange
    await writer.call(disjoin, { targetHubNo: thread.hubNo })
    expect(await threadShownTo()).toBe(1)
  })
  const said = { ...thread, text: '나가며 한마디', requestKey: randomUUID() }
  expect(await writer.request(postComment, said)).toMatchObject({ status: 404 })
  await race
  expect(await threadShownTo()).toBe(0)
})
