import { randomUUID } from 'node:crypto'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { createEventBus } from '#client/live/eventBus.ts'
import { deleteComment, getComments, postComment, updateComment } from '#protocol/comments.ts'
import { getSharedNotes } from '#protocol/discussion.ts'
import { disjoin } from '#protocol/hubs.ts'
import { NOTE_ITSELF, setReaction } from '#protocol/reactions.ts'
import { shareNote, unshareNote } from '#protocol/shares.ts'
import { createCatchUp } from '#tests/support/catchUp.ts'
import { runBefore } from '#tests/support/interleave.ts'
import { openTwoNodes } from '#tests/support/node.ts'
import type { TestSocket } from '#tests/support/testSocket.ts'
import { fetchThread, openThread } from '#tests/support/threadScreen.ts'
import {
  comment,
  makeHub,
  newUser,
  newUsers,
  shareNewNote,
  signInUser,
  type TestUser,
  writeNote,
} from '#tests/support/users.ts'

/** A writer at one node, a reader and a user outside the hub at the other. */
const { firstNode, secondNode } = await openTwoNodes()
let writer: TestUser
let reader: TestUser
let outsider: TestUser
let thread: { hubNo: number; noteNo: number }
let readersTab: TestSocket
let outsidersTab: TestSocket
let catchUp: () => Promise<unknown>

beforeEach(async () => {
  writer = await newUser(firstNode.url)
  reader = await newUser(secondNode.url)
  outsider = await newUser(secondNode.url)
  const withReader = await createCatchUp(writer, reader)
  const withOutsider = await createCatchUp(writer, outsider)
  const hubNo = await makeHub(writer, reader, await newUser(firstNode.url))
  thread = { hubNo, noteNo: await shareNewNote(reader, hubNo) }
  readersTab = await reader.openSocket()
  outsidersTab = await outsider.openSocket()
  catchUp = () => Promise.all([withReader(readersTab), withOutsider(outsidersTab)])
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
  expect(commentsIn(outsidersTab)).toEqual([])
})

test('of two concurrent edits every screen ends with the one that was saved last', async () => {
  const commentNo = await comment(writer, thread, '처음')
  const otherTab = await signInUser(secondNode.url, writer.email)
  const race = runBefore(firstNode.app.context.repositories.hubs, 'bumpVersion', () =>
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
  expect(commentsIn(outsidersTab)).toEqual([])
})

test('typing of a non-member, or under a note that is not shared in the hub, is not published', async () => {
  composingIn(outsidersTab, thread)
  const writersTab = await writer.openSocket()
  const unsaid = [null, 'x', {}, { ...thread, hubNo: { $gt: 0 } }, { ...thread, noteNo: -1 }]
  for (const inThread of unsaid) composingIn(writersTab, inThread)
  composingIn(writersTab, { ...thread, noteNo: await writeNote(writer) })
  await comment(writer, thread)
  await readersTab.waitForEvent('comment:posted')
  await catchUp()
  expect(commentsIn(readersTab).map(({ name }) => name)).toEqual(['comment:posted'])
})

test('a comment whose writer leaves while it is being saved is not published', async () => {
  const { repositories } = firstNode.app.context
  const otherTab = await signInUser(secondNode.url, writer.email)
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
  const { repositories } = firstNode.app.context
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
  const { repositories } = firstNode.app.context
  const noteNo = await writeNote(reader)
  const otherChange = runBefore(repositories.postComment, 'save', () =>
    reader.call(shareNote, { ...thread, noteNo }),
  )
  const race = runBefore(repositories.hubs, 'recordComment', async () => {
    await otherChange
    await writer.call(disjoin, { targetHubNo: thread.hubNo })
    expect(await threadShownTo()).toBe(1)
  })
  const input = { ...thread, text: '나가며 한마디', requestKey: randomUUID() }
  expect(await writer.request(postComment, input)).toMatchObject({ status: 404 })
  await race
  expect(await threadShownTo()).toBe(0)
})

const PEOPLE = 10
const TOGGLES_EACH = 5

/** Opens a tab with a thread on screen. */
async function tabWith(user: TestUser, place: { hubNo: number; noteNo: number }) {
  const bus = createEventBus()
  const cache = new QueryClient({ defaultOptions: { queries: { networkMode: 'always', retry: false } } })
  const tab = await user.openSocket()
  tab.onEvent(({ name, payload }) => bus.dispatchEvent(name, payload as never))
  const thread = openThread(cache, user, bus, place)
  return { person: user, tab, thread, isAtRest: () => cache.isFetching() === 0 && thread.isSettled() }
}

test('after concurrent reactions at both nodes, every screen shows what a fresh request returns', async () => {
  const users: TestUser[] = []
  for (let number = 0; number < PEOPLE; number += 1)
    users.push(await newUser(number % 2 ? secondNode.url : firstNode.url))
  const [maker, ...others] = users as [TestUser, ...TestUser[]]
  const hubNo = await makeHub(maker, ...others)
  const place = { hubNo, noteNo: await shareNewNote(maker, hubNo) }
  const commentNo = await comment(maker, place)
  const tabs = await Promise.all(users.slice(0, 4).map(user => tabWith(user, place)))
  await expect.poll(() => tabs.every(({ isAtRest, thread }) => isAtRest() && thread.shown())).toBe(true)

  await Promise.all(
    users.map(async (user, at) => {
      for (let turn = 0; turn < TOGGLES_EACH; turn += 1) {
        const subject = (at + turn) % 2 ? { commentNo } : {}
        await user.call(setReaction, { ...place, ...subject, isOn: (at + turn) % 3 > 0 })
      }
    }),
  )
  const published = await fetchThread(maker, place)
  const countOf = (subject: number) =>
    published?.empathies.find(reaction => reaction.commentNo === subject)?.userNos.length ?? 0
  expect(countOf(commentNo) + countOf(NOTE_ITSELF)).toBeGreaterThan(0)
  for (const { thread, isAtRest } of tabs)
    await expect
      .poll(() => (isAtRest() ? thread.shown() : 'requests are pending'), { timeout: 20_000 })
      .toEqual(published)
}, 120_000)

test('reactions are published to the hub only, and those of a user who leaves meanwhile are removed', async () => {
  const [writer, member] = await newUsers(firstNode.url, secondNode.url)
  const outsider = await newUser(secondNode.url)
  const catchUp = await createCatchUp(writer, outsider)
  const hubNo = await makeHub(writer, member, await newUser(firstNode.url))
  const place = { hubNo, noteNo: await shareNewNote(writer, hubNo) }
  const [inRoom, outside] = [await writer.openSocket(), await outsider.openSocket()]
  await member.call(setReaction, { ...place, isOn: true })
  expect((await inRoom.waitForEvent('empathy:changed')).empathy.userNos).toEqual([member.userNo])
  await member.call(setReaction, { ...place, isOn: false })

  const otherTab = await signInUser(firstNode.url, member.email)
  const race = runBefore(secondNode.app.context.repositories.reactions, 'add', () =>
    otherTab.call(disjoin, { targetHubNo: hubNo }),
  )
  expect((await member.request(setReaction, { ...place, isOn: true })).status).toBe(404)
  await race
  expect((await fetchThread(writer, place))?.empathies).toEqual([])
  await catchUp(outside)
  expect(outside.received.filter(({ name }) => name === 'empathy:changed')).toEqual([])
})
