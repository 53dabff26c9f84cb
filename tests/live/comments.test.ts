import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deleteComment, getComments, postComment, updateComment } from '#protocol/comments.ts'
import { getSharedNotes } from '#protocol/discussion.ts'
import { disjoin } from '#protocol/hubs.ts'
import { shareNote, unshareNote } from '#protocol/shares.ts'
import { catchUpWith } from '#tests/support/catchUp.ts'
import { runBefore } from '#tests/support/interleave.ts'
import type { Listener } from '#tests/support/listener.ts'
import {
  comment,
  makeHub,
  newPerson,
  type Person,
  shareNewNote,
  signedIn,
  writeNote,
} from '#tests/support/person.ts'
import { startTwoNodes } from '#tests/support/twoNodes.ts'

/** A writer at one node, a reader and a stranger at the other one. */
let nodes: Awaited<ReturnType<typeof startTwoNodes>>
let writer: Person
let reader: Person
let stranger: Person
let thread: { hubNo: number; noteNo: number }
let readersTab: Listener
let strangersTab: Listener
let catchUp: () => Promise<unknown>

beforeAll(async () => {
  nodes = await startTwoNodes()
})
afterAll(() => nodes.stop())
beforeEach(async () => {
  writer = await newPerson(nodes.here.url)
  reader = await newPerson(nodes.there.url)
  stranger = await newPerson(nodes.there.url)
  const withReader = await catchUpWith(writer, reader)
  const withStranger = await catchUpWith(writer, stranger)
  const hubNo = await makeHub(writer, reader, await newPerson(nodes.here.url))
  thread = { hubNo, noteNo: await shareNewNote(reader, hubNo) }
  readersTab = await reader.listens()
  strangersTab = await stranger.listens()
  catchUp = () => Promise.all([withReader(readersTab), withStranger(strangersTab)])
  return () => {
    readersTab.close()
    strangersTab.close()
  }
})

const saidIn = ({ received }: Listener) => received.filter(({ name }) => name.startsWith('comment:'))
const composingIn = (tab: Listener, inThread: unknown) =>
  void tab.socket.emit('comment:composing', inThread as { hubNo: number; noteNo: number })

test('what is said, changed and taken back is heard in the hub, in its order, and nowhere else', async () => {
  const commentNo = await comment(writer, thread, '잘 읽었어요')
  const { version } = await readersTab.receives('comment:posted')
  await writer.does(updateComment, { commentNo, text: '아주 잘 읽었어요' })
  await writer.does(deleteComment, { commentNo })
  await catchUp()

  const { hubNo, noteNo } = thread
  expect(saidIn(readersTab).map(({ name, payload }) => [name, payload])).toMatchObject([
    ['comment:posted', { hubNo, noteNo, version, count: 1, comment: { commentNo, text: '잘 읽었어요' } }],
    ['comment:changed', { hubNo, noteNo, version: version + 1, comment: { text: '아주 잘 읽었어요' } }],
    ['comment:deleted', { hubNo, noteNo, version: version + 2, count: 0, commentNo }],
  ])
  expect(saidIn(strangersTab)).toEqual([])
})

test('of two changes in the same moment everybody is left with the one that was saved last', async () => {
  const commentNo = await comment(writer, thread, '처음')
  const otherTab = await signedIn(nodes.there.url, writer.email)
  const raced = runBefore(nodes.here.app.context.stores.hubs, 'bumpVersion', () =>
    otherTab.does(updateComment, { commentNo, text: '둘째 창에서' }),
  )
  await writer.does(updateComment, { commentNo, text: '첫째 창에서' })
  await raced
  await catchUp()
  const last = saidIn(readersTab).at(-1)
  expect(last).toMatchObject({ name: 'comment:changed', payload: { comment: { text: '둘째 창에서' } } })
  expect(await reader.does(getComments, thread)).toMatchObject({ comments: [{ text: '둘째 창에서' }] })
})

test('who is writing is heard by the others in the hub, and by nobody else', async () => {
  const writersTab = await writer.listens()
  composingIn(writersTab, thread)
  expect(await readersTab.receives('comment:composing')).toEqual({
    ...thread,
    userNo: writer.userNo,
    userName: writer.name,
  })
  await catchUp()
  expect(saidIn(readersTab)).toHaveLength(1)
  expect(saidIn(writersTab)).toEqual([])
  expect(saidIn(strangersTab)).toEqual([])
  writersTab.close()
})

test('who is not in the hub, or writes under what is not shared there, is not heard', async () => {
  composingIn(strangersTab, thread)
  const writersTab = await writer.listens()
  const unsaid = [null, 'x', {}, { ...thread, hubNo: { $gt: 0 } }, { ...thread, noteNo: -1 }]
  for (const inThread of unsaid) composingIn(writersTab, inThread)
  composingIn(writersTab, { ...thread, noteNo: await writeNote(writer) })
  await comment(writer, thread)
  await readersTab.receives('comment:posted')
  await catchUp()
  expect(saidIn(readersTab).map(({ name }) => name)).toEqual(['comment:posted'])
  writersTab.close()
})

test('a comment of somebody who leaves while it is saved is said to nobody', async () => {
  const { stores } = nodes.here.app.context
  const otherTab = await signedIn(nodes.there.url, writer.email)
  const raced = runBefore(stores.posting, 'save', () => otherTab.does(disjoin, { targetHubNo: thread.hubNo }))
  const late = { ...thread, text: '늦은 말', requestKey: randomUUID() }
  expect(await writer.asks(postComment, late)).toMatchObject({ status: 404 })
  await raced
  await catchUp()
  expect(saidIn(readersTab)).toEqual([])
  expect(await reader.does(getComments, thread)).toMatchObject({ count: 0, comments: [] })
})

test('a comment on a note that leaves the hub while it is saved is said to nobody', async () => {
  const { stores } = nodes.here.app.context
  const raced = runBefore(stores.posting, 'save', () => reader.does(unshareNote, thread))
  const late = { ...thread, text: '늦은 말', requestKey: randomUUID() }
  expect(await writer.asks(postComment, late)).toMatchObject({ status: 404 })
  await raced
  await catchUp()
  expect(saidIn(readersTab)).toEqual([])
  await reader.does(shareNote, thread)
  expect(await reader.does(getComments, thread)).toMatchObject({ count: 0 })
})

test('a comment of somebody who left while commenting is counted nowhere, though somebody read it meanwhile', async () => {
  const shownTo = async () => {
    const page = await reader.does(getSharedNotes, { selectedHubNo: thread.hubNo })
    return page.notes.find(({ noteNo }) => noteNo === thread.noteNo)?.commentCount
  }
  const { stores } = nodes.here.app.context
  const noteNo = await writeNote(reader)
  const otherChange = runBefore(stores.posting, 'save', () => reader.does(shareNote, { ...thread, noteNo }))
  const raced = runBefore(stores.hubs, 'countComment', async () => {
    await otherChange
    await writer.does(disjoin, { targetHubNo: thread.hubNo })
    expect(await shownTo()).toBe(1)
  })
  const said = { ...thread, text: '나가며 한마디', requestKey: randomUUID() }
  expect(await writer.asks(postComment, said)).toMatchObject({ status: 404 })
  await raced
  expect(await shownTo()).toBe(0)
})
