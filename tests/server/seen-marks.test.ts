import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getSharedNotes } from '#protocol/discussion.ts'
import { addMatching, disjoin, getUnread, markAsRead } from '#protocol/hubs.ts'
import { deleteAccount } from '#protocol/myInfo.ts'
import { deleteNote, getNote } from '#protocol/notes.ts'
import { getShareHubs, shareNote, unshareNote } from '#protocol/shares.ts'
import { purgeTrash } from '#protocol/trash.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { lookUp, makeHub, newUser, PASSWORD, shareNewNote, type TestUser } from '#tests/support/users.ts'

/** Who has opened a note: what is new to a reader, what an author sees, and what sharing again makes unread. */
let node: TestNode
let author: TestUser
let reader: TestUser
let other: TestUser
let hubNo: number
let noteNo: number
let now = Date.now()

beforeAll(async () => {
  node = await startNode({ mongoUrl: await emptyDatabase(), clock: () => new Date(now) })
})
afterAll(() => node.stop())
beforeEach(async () => {
  author = await newUser(node.url)
  reader = await newUser(node.url)
  other = await newUser(node.url)
  hubNo = await makeHub(author, reader, other)
  now += 1000
  noteNo = await shareNewNote(author, hubNo)
})

const open = (user: TestUser, note = noteNo) => user.call(getNote, { noteNo: note })
const unreadFor = async (user: TestUser, hub = hubNo) =>
  (await user.call(getSharedNotes, { selectedHubNo: hub })).notes
    .filter(note => note.isNew)
    .map(note => note.noteNo)
/** Opens the note and waits until the hub’s unread number is lower. */
async function openAndSee(user: TestUser) {
  const tab = await user.openSocket()
  await open(user)
  await tab.waitForEvent('unread:changed', told => told.hubNo === hubNo)
  tab.close()
}
const readCounts = async () => (await author.call(getShareHubs, { noteNo })).readCounts
const unread = async (user: TestUser) => (await user.call(getUnread, {})).total
const marksOfNote = () => node.app.context.repositories.noteReads.findReaders(noteNo)

async function shareAgain() {
  await author.call(unshareNote, { hubNo, noteNo })
  await author.call(shareNote, { hubNo, noteNo })
}

test('another user’s note is new while it counts as unread', async () => {
  const second = await shareNewNote(author, hubNo)
  expect(await unreadFor(reader)).toEqual([second, noteNo])
  await openAndSee(reader)
  expect(await unreadFor(reader)).toEqual([second])
  await reader.call(markAsRead, { hubNo })
  expect(await unreadFor(reader)).toEqual([])
  expect(await unreadFor(other)).toEqual([second, noteNo])
  expect(await unreadFor(author)).toEqual([])
})

test('shares from before a user joined are not new to them', async () => {
  now += 1000
  const added = await newUser(node.url)
  const expected = [author, reader, other, added].map(({ userNo }) => userNo)
  await lookUp(author, added)
  await author.call(addMatching, {
    hubNo,
    friendsJSON: JSON.stringify([added.userNo]),
    expectedResult: JSON.stringify(expected),
  })
  expect(await unreadFor(added)).toEqual([])
  now += 1000
  const laterNoteNo = await shareNewNote(author, hubNo)
  expect(await unreadFor(added)).toEqual([laterNoteNo])
})

test('the author sees how many members of each hub have opened the note, each counted once', async () => {
  const pair = await makeHub(author, reader)
  await author.call(shareNote, { hubNo: pair, noteNo })
  expect(await readCounts()).toEqual([0, 0])
  await open(author)
  await Promise.all([open(reader), open(reader), open(reader)])
  await open(other)
  const { hubs, readCounts: counts } = await author.call(getShareHubs, { noteNo })
  const byHub = new Map(hubs.map((hub, index) => [hub.hubNo, counts[index]]))
  expect(byHub).toEqual(
    new Map([
      [hubNo, 2],
      [pair, 1],
    ]),
  )
})

test('only the author sees the readers in all hubs, and a rejected opening leaves no mark', async () => {
  const stranger = await newUser(node.url)
  expect(await stranger.request(getNote, { noteNo })).toMatchObject({ status: 404 })
  expect(await marksOfNote()).toEqual([])
  expect(await reader.request(getShareHubs, { noteNo })).toMatchObject({ status: 403 })
  expect(await stranger.request(getShareHubs, { noteNo })).toMatchObject({ status: 404 })
})

test('shared again, a note is unread only for members who never opened it', async () => {
  await open(reader)
  for (const user of [reader, other]) await user.call(markAsRead, { hubNo })
  await shareAgain()
  expect(await unread(reader)).toBe(0)
  expect(await unread(other)).toBe(1)
  expect(await unreadFor(reader)).toEqual([])
  expect(await unreadFor(other)).toEqual([noteNo])
  await shareNewNote(author, hubNo)
  expect(await unread(reader)).toBe(1)
  expect(await unread(other)).toBe(2)
})

test('an opened note is no longer unread in any hub, for its reader only', async () => {
  await shareNewNote(author, hubNo)
  const pair = await makeHub(author, reader)
  await author.call(shareNote, { hubNo: pair, noteNo })
  expect(await unread(reader)).toBe(3)
  const tab = await reader.openSocket()
  await open(reader)
  for (const hub of [hubNo, pair]) await tab.waitForEvent('unread:changed', told => told.hubNo === hub)
  tab.close()
  expect(await unread(reader)).toBe(1)
  expect(await unread(other)).toBe(2)
})

test('opening the newer of two notes leaves the older one unread', async () => {
  const newer = await shareNewNote(author, hubNo)
  const tab = await reader.openSocket()
  await open(reader, newer)
  await tab.waitForEvent('unread:changed', told => told.numUnreadArticles === 1)
  tab.close()
  expect(await unreadFor(reader)).toEqual([noteNo])
})

test('a mark is deleted with its note', async () => {
  await open(reader)
  await author.call(deleteNote, { noteNo })
  expect(await marksOfNote()).toHaveLength(1)
  await author.call(purgeTrash, {})
  await node.app.cleanUp()
  expect(await marksOfNote()).toEqual([])
})

test('marks are deleted with the account of the reader, also of shared notes', async () => {
  await open(reader)
  await shareAgain()
  await reader.call(deleteAccount, { password: PASSWORD })
  expect(await marksOfNote()).toEqual([])
  expect(await readCounts()).toEqual([0])
  expect((await node.app.context.repositories.shares.findLive(hubNo, noteNo))?.seenBy).toEqual([])
})

test('marks are deleted with the account of the notes’ author', async () => {
  await open(reader)
  await author.call(deleteAccount, { password: PASSWORD })
  expect(await marksOfNote()).toEqual([])
})

test('a user who left the hub is no longer counted there', async () => {
  await open(reader)
  await reader.call(disjoin, { targetHubNo: hubNo })
  expect(await readCounts()).toEqual([0])
})
