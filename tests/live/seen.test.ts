import { beforeEach, expect, test } from 'vitest'
import { deleteComment, markCommentsRead } from '#protocol/comments.ts'
import { getSharedNotes } from '#protocol/discussion.ts'
import { disjoin, getUnread, markAsRead } from '#protocol/hubs.ts'
import { getNote, updateNote } from '#protocol/notes.ts'
import { markSeen } from '#protocol/seen.ts'
import { shareNote, unshareNote } from '#protocol/shares.ts'
import { createCatchUp, unreadCountOn } from '#tests/support/catchUp.ts'
import { killBefore, runBefore } from '#tests/support/interleave.ts'
import { openTwoNodes } from '#tests/support/node.ts'
import {
  comment,
  makeHub,
  newUser,
  shareNewNote,
  signInUser,
  type TestUser,
  writeNote,
} from '#tests/support/users.ts'

/** What a reader has seen is no longer unread in all their tabs at both nodes, and stays unread for other members. */
const { firstNode, secondNode } = await openTwoNodes()
let author: TestUser
let reader: TestUser
let other: TestUser
let hubNo: number

beforeEach(async () => {
  author = await newUser(firstNode.url)
  reader = await newUser(secondNode.url)
  other = await newUser(firstNode.url)
  hubNo = await makeHub(author, reader, other)
})

const see = (user: TestUser, ...seqs: number[]) =>
  user.call(markSeen, { hubNo, seqsJSON: JSON.stringify(seqs) })

const unread = async (user: TestUser) => (await user.call(getUnread, {})).total

test('the reader’s other tabs receive seen shares, also at the other node, and nobody else does', async () => {
  for (let index = 0; index < 3; index += 1) await shareNewNote(author, hubNo)
  const catchUp = await createCatchUp(author, other)
  const [tab, othersTab, authorsTab] = [
    await reader.openSocket(firstNode.url),
    await other.openSocket(),
    await author.openSocket(),
  ]
  const { revision } = await see(reader, 2)
  expect(await tab.waitForEvent('unread:changed')).toEqual({
    hubNo,
    numUnreadArticles: 2,
    isMuted: false,
    revision,
    readSeq: 0,
    seen: [{ from: 2, to: 2 }],
  })
  await catchUp(othersTab, authorsTab)
  for (const received of [othersTab, authorsTab])
    expect(received.received.filter(({ name }) => name === 'unread:changed')).toEqual([])
})

test('concurrent seen updates at both nodes are both stored', async () => {
  for (let index = 0; index < 4; index += 1) await shareNewNote(author, hubNo)
  const otherSession = await signInUser(firstNode.url, reader.email)
  await Promise.all([see(reader, 1), see(otherSession, 3), see(other, 2, 4), see(reader, 4)])
  expect(await unread(reader)).toBe(1)
  expect(await unread(other)).toBe(2)
})

test('a share that is counted while a seen update is applied stays unread', async () => {
  await shareNewNote(author, hubNo)
  const noteNo = await writeNote(author)
  const tab = await reader.openSocket()
  const race = runBefore(secondNode.app.context.repositories.hubs, 'saveSeen', () =>
    author.call(shareNote, { hubNo, noteNo }),
  )
  expect(await see(reader, 1)).toMatchObject({ numUnreadArticles: 1, readSeq: 1 })
  await race
  await tab.waitForEvent('unread:changed', published => published.readSeq === 1)
  expect(unreadCountOn(tab, hubNo)).toBe(1)
})

test('if a node dies before an opening marks the share as seen, the next opening at another node does', async () => {
  const noteNo = await shareNewNote(author, hubNo)
  killBefore(secondNode.app.context.repositories.shares, 'findLiveByNote')
  await reader.call(getNote, { noteNo })
  await secondNode.app.context.backgroundTasks.onIdle()
  expect(await unread(reader)).toBe(1)
  await (await signInUser(firstNode.url, reader.email)).call(getNote, { noteNo })
  await firstNode.app.context.backgroundTasks.onIdle()
  expect(await unread(reader)).toBe(0)
})

test('the reader’s tabs and the author receive the first opening of their own notes only', async () => {
  const noteNo = await shareNewNote(author, hubNo)
  const catchUp = await createCatchUp(author, other)
  const [authorsTab, readersTab, othersTab] = [
    await author.openSocket(),
    await reader.openSocket(firstNode.url),
    await other.openSocket(),
  ]
  await reader.call(getNote, { noteNo })
  await reader.call(getNote, { noteNo })
  await author.call(getNote, { noteNo })

  expect(await readersTab.waitForEvent('note:opened')).toEqual({ noteNo })
  expect(await authorsTab.waitForEvent('note:read')).toEqual({ noteNo })
  await catchUp(authorsTab, othersTab)
  const published = (tab: typeof authorsTab) =>
    tab.received.filter(({ name }) => /^note:(opened|read)$/.test(name))
  expect(published(authorsTab)).toHaveLength(1)
  expect(published(readersTab)).toHaveLength(1)
  expect(published(othersTab)).toEqual([])
})

test('sharing a note again does not raise the number of users who had already opened it', async () => {
  const noteNo = await shareNewNote(author, hubNo)
  await reader.call(getNote, { noteNo })
  for (const user of [reader, other]) await user.call(markAsRead, { hubNo })
  const catchUp = await createCatchUp(author, reader)
  const [readersTab, othersTab] = [await reader.openSocket(), await other.openSocket()]
  await author.call(unshareNote, { hubNo, noteNo })
  await author.call(shareNote, { hubNo, noteNo })

  await othersTab.waitForEvent(
    'note:shared',
    published => published.hubNo === hubNo && published.unread?.numUnreadArticles === 1,
  )
  expect(await readersTab.waitForEvent('note:opened')).toEqual({ noteNo })
  await catchUp(readersTab)
  expect(unreadCountOn(readersTab, hubNo)).toBe(0)
  expect(othersTab.received.map(({ name }) => name)).not.toContain('note:opened')
})

test('reading a thread is published to the reader’s other tabs at the other node, and to nobody else', async () => {
  const noteNo = await shareNewNote(author, hubNo)
  const commentNo = await comment(author, { hubNo, noteNo })
  const catchUp = await createCatchUp(author, other)
  const tabs = [
    await author.openSocket(),
    await reader.openSocket(firstNode.url),
    await other.openSocket(),
  ] as const
  const [authorsTab, readersTab, othersTab] = tabs
  await reader.call(markCommentsRead, { hubNo, noteNo, commentNo })
  expect(await readersTab.waitForEvent('comments:read')).toEqual({ hubNo, noteNo, commentNo })
  await catchUp(authorsTab, othersTab)
  for (const { received } of [authorsTab, othersTab])
    expect(received.map(({ name }) => name)).not.toContain('comments:read')
})

const readersOf = async (user: TestUser, hubNo: number) =>
  (await user.call(getSharedNotes, { selectedHubNo: hubNo })).notes.map(({ readerNos }) => readerNos)

test('opening a note is published at both nodes with all users who have opened the note, also after its share was seen', async () => {
  const noteNo = await shareNewNote(author, hubNo)
  const tabs = [await author.openSocket(), await other.openSocket()]
  await reader.call(getNote, { noteNo })
  for (const tab of tabs)
    expect(await tab.waitForEvent('readers:changed', published => published.hubNo === hubNo)).toMatchObject({
      readings: [{ noteNo, readerNos: [reader.userNo] }],
    })
  await other.call(getNote, { noteNo })
  for (const tab of tabs) {
    const published = await tab.waitForEvent(
      'readers:changed',
      ({ readings }) => readings[0]?.readerNos.length === 2,
    )
    expect(published.readings[0]?.readerNos.toSorted()).toEqual([reader.userNo, other.userNo])
  }
})

test('a user who left receives no openings, and a hub does not receive the readers of another hub', async () => {
  const noteNo = await shareNewNote(author, hubNo)
  const pair = await makeHub(author, other)
  await author.call(shareNote, { hubNo: pair, noteNo })
  await other.call(disjoin, { targetHubNo: hubNo })
  const [authorsTab, othersTab] = [await author.openSocket(), await other.openSocket()]
  await reader.call(getNote, { noteNo })
  await authorsTab.waitForEvent('readers:changed', published => published.hubNo === hubNo)
  const sharedNoteNo = await shareNewNote(author, pair)
  await othersTab.waitForEvent('note:shared', ({ note }) => note.noteNo === sharedNoteNo)
  expect(othersTab.received.filter(({ name }) => name === 'readers:changed')).toEqual([])
  expect(await readersOf(other, pair)).toEqual([[], []])
})

test('a note that is opened at the other node while it is being shared shows its reader', async () => {
  const otherHubNo = await makeHub(author, reader)
  const noteNo = await writeNote(author)
  await author.call(shareNote, { hubNo: otherHubNo, noteNo })
  const tab = await author.openSocket()
  const opened = runBefore(firstNode.app.context.repositories.createShare, 'save', async () => {
    await reader.call(getNote, { noteNo })
    await secondNode.app.context.backgroundTasks.onIdle()
  })
  await author.call(shareNote, { hubNo, noteNo })
  await opened
  expect(await tab.waitForEvent('readers:changed', published => published.hubNo === hubNo)).toMatchObject({
    readings: [{ noteNo, readerNos: [reader.userNo] }],
  })
})

test('a text change publishes the new excerpt, and the deletion of a comment publishes the newest remaining one', async () => {
  const noteNo = await shareNewNote(author, hubNo)
  const tab = await other.openSocket()
  await author.call(updateNote, { noteNo, title: '제목', text: '**새** 글' })
  expect(await tab.waitForEvent('note:changed')).toMatchObject({ hubNo, excerpt: '새 글' })
  const first = await comment(reader, { hubNo, noteNo }, '먼저')
  const second = await comment(author, { hubNo, noteNo }, '다음')
  await author.call(deleteComment, { commentNo: second })
  expect(await tab.waitForEvent('comment:deleted')).toMatchObject({
    last: { commentNo: first, writerNo: reader.userNo, line: '먼저' },
  })
  await reader.call(deleteComment, { commentNo: first })
  expect(await tab.waitForEvent('comment:deleted', ({ commentNo }) => commentNo === first)).toMatchObject({
    last: null,
  })
})
