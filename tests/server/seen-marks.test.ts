import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getSharedNotes } from '#protocol/discussion.ts'
import { addMatching, disjoin, getUnread, markAsRead } from '#protocol/hubs.ts'
import { deleteAccount } from '#protocol/myInfo.ts'
import { deleteNote, getNote } from '#protocol/notes.ts'
import { getShareHubs, shareNote, unshareNote } from '#protocol/shares.ts'
import { purgeTrash } from '#protocol/trash.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { find, makeHub, newPerson, PASSWORD, type Person, shareNewNote } from '#tests/support/person.ts'

/** Who has opened a note: what is new to a reader, what an author is told, and what sharing again makes unread. */
let node: TestNode
let author: Person
let reader: Person
let other: Person
let hubNo: number
let noteNo: number
let now = Date.now()

beforeAll(async () => {
  node = await startNode({ mongoUrl: await emptyDatabase(), clock: () => new Date(now) })
})
afterAll(() => node.stop())
beforeEach(async () => {
  author = await newPerson(node.url)
  reader = await newPerson(node.url)
  other = await newPerson(node.url)
  hubNo = await makeHub(author, reader, other)
  now += 1000
  noteNo = await shareNewNote(author, hubNo)
})

const open = (person: Person, note = noteNo) => person.does(getNote, { noteNo: note })
const newTo = async (person: Person, hub = hubNo) =>
  (await person.does(getSharedNotes, { selectedHubNo: hub })).notes
    .filter(note => note.isNew)
    .map(note => note.noteNo)
/** Until the hub's unread number has fallen, which nobody else waits for. */
async function openAndSee(person: Person) {
  const tab = await person.listens()
  await open(person)
  await tab.receives('unread:changed', told => told.hubNo === hubNo)
  tab.close()
}
const readCounts = async () => (await author.does(getShareHubs, { noteNo })).readCounts
const unread = async (person: Person) => (await person.does(getUnread, {})).total
const marksOfNote = () => node.app.context.stores.noteReads.readersOf(noteNo)

async function shareAgain() {
  await author.does(unshareNote, { hubNo, noteNo })
  await author.does(shareNote, { hubNo, noteNo })
}

test('a note of another is new for as long as it counts as unread', async () => {
  const second = await shareNewNote(author, hubNo)
  expect(await newTo(reader)).toEqual([second, noteNo])
  await openAndSee(reader)
  expect(await newTo(reader)).toEqual([second])
  await reader.does(markAsRead, { hubNo })
  expect(await newTo(reader)).toEqual([])
  expect(await newTo(other)).toEqual([second, noteNo])
  expect(await newTo(author)).toEqual([])
})

test('what was shared before somebody came is not new to them', async () => {
  now += 1000
  const added = await newPerson(node.url)
  const expected = [author, reader, other, added].map(({ userNo }) => userNo)
  await find(author, added)
  await author.does(addMatching, {
    hubNo,
    friendsJSON: JSON.stringify([added.userNo]),
    expectedResult: JSON.stringify(expected),
  })
  expect(await newTo(added)).toEqual([])
  now += 1000
  const later = await shareNewNote(author, hubNo)
  expect(await newTo(added)).toEqual([later])
})

test('the author is told how many of each hub have opened the note, once for each reader', async () => {
  const pair = await makeHub(author, reader)
  await author.does(shareNote, { hubNo: pair, noteNo })
  expect(await readCounts()).toEqual([0, 0])
  await open(author)
  await Promise.all([open(reader), open(reader), open(reader)])
  await open(other)
  const { hubs, readCounts: counts } = await author.does(getShareHubs, { noteNo })
  const byHub = new Map(hubs.map((hub, index) => [hub.hubNo, counts[index]]))
  expect(byHub).toEqual(
    new Map([
      [hubNo, 2],
      [pair, 1],
    ]),
  )
})

test('nobody but the author is told of all hubs who has read, and a refused opening leaves no mark', async () => {
  const stranger = await newPerson(node.url)
  expect(await stranger.asks(getNote, { noteNo })).toMatchObject({ status: 404 })
  expect(await marksOfNote()).toEqual([])
  expect(await reader.asks(getShareHubs, { noteNo })).toMatchObject({ status: 403 })
  expect(await stranger.asks(getShareHubs, { noteNo })).toMatchObject({ status: 404 })
})

test('shared again, a note is unread only for those who never opened it', async () => {
  await open(reader)
  for (const person of [reader, other]) await person.does(markAsRead, { hubNo })
  await shareAgain()
  expect(await unread(reader)).toBe(0)
  expect(await unread(other)).toBe(1)
  expect(await newTo(reader)).toEqual([])
  expect(await newTo(other)).toEqual([noteNo])
  await shareNewNote(author, hubNo)
  expect(await unread(reader)).toBe(1)
  expect(await unread(other)).toBe(2)
})

test('a note that is opened is unread no more in any hub, for its reader alone', async () => {
  await shareNewNote(author, hubNo)
  const pair = await makeHub(author, reader)
  await author.does(shareNote, { hubNo: pair, noteNo })
  expect(await unread(reader)).toBe(3)
  const tab = await reader.listens()
  await open(reader)
  for (const hub of [hubNo, pair]) await tab.receives('unread:changed', told => told.hubNo === hub)
  tab.close()
  expect(await unread(reader)).toBe(1)
  expect(await unread(other)).toBe(2)
})

test('opening the newer of two notes leaves the older one unread', async () => {
  const newer = await shareNewNote(author, hubNo)
  const tab = await reader.listens()
  await open(reader, newer)
  await tab.receives('unread:changed', told => told.numUnreadArticles === 1)
  tab.close()
  expect(await newTo(reader)).toEqual([noteNo])
})

test('a mark goes with its note for good', async () => {
  await open(reader)
  await author.does(deleteNote, { noteNo })
  expect(await marksOfNote()).toHaveLength(1)
  await author.does(purgeTrash, {})
  await node.app.cleanUp()
  expect(await marksOfNote()).toEqual([])
})

test('marks go with the account of the reader, also from what was shared again', async () => {
  await open(reader)
  await shareAgain()
  await reader.does(deleteAccount, { password: PASSWORD })
  expect(await marksOfNote()).toEqual([])
  expect(await readCounts()).toEqual([0])
  expect((await node.app.context.stores.shares.live(hubNo, noteNo))?.seenBy).toEqual([])
})

test("marks go with the account of the notes' author", async () => {
  await open(reader)
  await author.does(deleteAccount, { password: PASSWORD })
  expect(await marksOfNote()).toEqual([])
})

test('somebody who left the hub is counted there no more', async () => {
  await open(reader)
  await reader.does(disjoin, { targetHubNo: hubNo })
  expect(await readCounts()).toEqual([0])
})
