import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getSharedNotes } from '#protocol/discussion.ts'
import { disjoin, getUnread } from '#protocol/hubs.ts'
import { SHARE_HUBS_PER_PAGE } from '#protocol/limits.ts'
import { deleteNote, getNote, getNotes } from '#protocol/notes.ts'
import { getShareHubs, shareNote, unshareNote } from '#protocol/shares.ts'
import { deleteTopic } from '#protocol/topics.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { makeHub, newPerson, type Person, writeNote } from '#tests/support/person.ts'

let node: TestNode
let author: Person
let friend: Person
let stranger: Person
let hubNo: number
let noteNo: number

beforeAll(async () => {
  node = await startNode({ mongoUrl: await emptyDatabase() })
  stranger = await newPerson(node.url)
})
afterAll(() => node.stop())
beforeEach(async () => {
  author = await newPerson(node.url)
  friend = await newPerson(node.url)
  hubNo = await makeHub(author, friend)
  noteNo = await writeNote(author)
})

const sharedIn = async (hub: number, reader = friend) =>
  (await reader.does(getSharedNotes, { selectedHubNo: hub })).notes.map(note => note.noteNo)
const hubsOfNote = async () => (await author.does(getShareHubs, { noteNo })).shared

test('a note is read by the members of a hub while it is shared there', async () => {
  expect(await friend.asks(getNote, { noteNo })).toMatchObject({ status: 404 })
  expect(await author.does(shareNote, { hubNo, noteNo })).toEqual({ success: true })
  expect(await friend.asks(getNote, { noteNo })).toMatchObject({ status: 200 })
  expect(await stranger.asks(getNote, { noteNo })).toMatchObject({ status: 404 })
  expect(await sharedIn(hubNo)).toEqual([noteNo])
  expect(await author.does(unshareNote, { hubNo, noteNo })).toEqual({ success: true })
  expect(await friend.asks(getNote, { noteNo })).toMatchObject({ status: 404 })
  expect(await sharedIn(hubNo)).toEqual([])
})

test('sharing twice and cancelling twice change nothing more', async () => {
  await Promise.all(Array.from({ length: 5 }, () => author.does(shareNote, { hubNo, noteNo })))
  await author.does(shareNote, { hubNo, noteNo })
  expect(await sharedIn(hubNo)).toEqual([noteNo])
  expect(await friend.does(getUnread, {})).toMatchObject({ total: 1 })
  await Promise.all(Array.from({ length: 5 }, () => author.does(unshareNote, { hubNo, noteNo })))
  await author.does(unshareNote, { hubNo, noteNo })
  expect(await sharedIn(hubNo)).toEqual([])
  expect(await friend.does(getUnread, {})).toMatchObject({ total: 0 })
})

test('a note whose sharing was cancelled can be shared again, as the newest', async () => {
  const later = await writeNote(author, '나중 노트')
  await author.does(shareNote, { hubNo, noteNo })
  await author.does(shareNote, { hubNo, noteNo: later })
  await author.does(unshareNote, { hubNo, noteNo })
  await author.does(shareNote, { hubNo, noteNo })
  expect(await sharedIn(hubNo)).toEqual([noteNo, later])
  expect(await friend.asks(getNote, { noteNo })).toMatchObject({ status: 200 })
  expect(await friend.does(getUnread, {})).toMatchObject({ total: 2 })
})

test('only the author shares and cancels', async () => {
  for (const other of [friend, stranger]) {
    expect(await other.asks(shareNote, { hubNo, noteNo })).toMatchObject({ status: 404 })
  }
  expect(await sharedIn(hubNo)).toEqual([])
  await author.does(shareNote, { hubNo, noteNo })
  const friendsHub = await makeHub(friend, stranger)
  expect(await friend.asks(shareNote, { hubNo: friendsHub, noteNo })).toMatchObject({ status: 403 })
  expect(await friend.asks(unshareNote, { hubNo, noteNo })).toMatchObject({ status: 403 })
  expect(await stranger.asks(unshareNote, { hubNo, noteNo })).toMatchObject({ status: 404 })
  expect(await friend.asks(getShareHubs, { noteNo })).toMatchObject({ status: 403 })
  expect(await stranger.asks(getShareHubs, { noteNo })).toMatchObject({ status: 404 })
  expect(await sharedIn(hubNo)).toEqual([noteNo])
  expect(await sharedIn(friendsHub)).toEqual([])
})

test('the author shares only in hubs that they are in', async () => {
  const theirs = await makeHub(friend, stranger)
  for (const hub of [theirs, 987_654]) {
    expect(await author.asks(shareNote, { hubNo: hub, noteNo })).toMatchObject({ status: 404 })
    expect(await author.asks(unshareNote, { hubNo: hub, noteNo })).toMatchObject({ status: 404 })
  }
  expect(await sharedIn(theirs)).toEqual([])
  await author.does(disjoin, { targetHubNo: hubNo })
  expect(await author.asks(shareNote, { hubNo, noteNo })).toMatchObject({ status: 404 })
  expect(await sharedIn(hubNo)).toEqual([])
})

test('the share panel pages the hubs and tells all in which the note is shared', async () => {
  const hubNos = [hubNo]
  for (let count = 0; count < SHARE_HUBS_PER_PAGE; count += 1) {
    hubNos.push(await makeHub(author, await newPerson(node.url)))
  }
  await author.does(shareNote, { hubNo, noteNo })
  const newestHub = hubNos.at(-1) ?? 0
  await author.does(shareNote, { hubNo: newestHub, noteNo })
  const first = await author.does(getShareHubs, { noteNo, needSharedList: 1 })
  const second = await author.does(getShareHubs, { noteNo, curPageNo: 2 })
  expect(first.hubs).toHaveLength(SHARE_HUBS_PER_PAGE)
  expect(first.hubs[0]).toMatchObject({ hubNo: newestHub })
  expect(second.pageIndex).toMatchObject({ curPageNum: 2, lastPageNum: 2 })
  const listed = [...first.hubs, ...second.hubs].map(hub => hub.hubNo)
  expect(new Set(listed)).toEqual(new Set(hubNos))
  for (const { shared } of [first, second]) expect(new Set(shared)).toEqual(new Set([hubNo, newestHub]))
  const { notes } = await author.does(getNotes, { topicNo: await topicOf(noteNo) })
  expect(notes).toMatchObject([{ sharedCount: 2 }])
})

async function topicOf(note: number): Promise<number> {
  return (await author.does(getNote, { noteNo: note })).subjectNo ?? 0
}

test.each([
  ['the note', async () => author.does(deleteNote, { noteNo })],
  ['its topic', async () => author.does(deleteTopic, { topicNo: await topicOf(noteNo) })],
])('deleting %s withdraws it everywhere', async (_, remove) => {
  const otherHub = await makeHub(author, stranger)
  const kept = await writeNote(author, '남는 노트')
  for (const hub of [hubNo, otherHub]) {
    await author.does(shareNote, { hubNo: hub, noteNo })
    await author.does(shareNote, { hubNo: hub, noteNo: kept })
  }
  await remove()
  expect(await sharedIn(hubNo)).toEqual([kept])
  expect(await sharedIn(otherHub, stranger)).toEqual([kept])
  expect(await friend.asks(getNote, { noteNo })).toMatchObject({ status: 404 })
  expect(await friend.does(getUnread, {})).toMatchObject({ total: 1 })
})

test('a note shared in two hubs stays readable until the last sharing ends', async () => {
  const otherHub = await makeHub(author, friend, stranger)
  for (const hub of [hubNo, otherHub]) await author.does(shareNote, { hubNo: hub, noteNo })
  await author.does(unshareNote, { hubNo, noteNo })
  expect(await friend.asks(getNote, { noteNo })).toMatchObject({ status: 200 })
  expect(await hubsOfNote()).toEqual([otherHub])
  await author.does(unshareNote, { hubNo: otherHub, noteNo })
  expect(await friend.asks(getNote, { noteNo })).toMatchObject({ status: 404 })
})

test("the leaver's notes leave with them and cannot be read there any more", async () => {
  await author.does(shareNote, { hubNo, noteNo })
  await author.does(disjoin, { targetHubNo: hubNo })
  expect(await sharedIn(hubNo)).toEqual([])
  expect(await friend.asks(getNote, { noteNo })).toMatchObject({ status: 404 })
  expect(await hubsOfNote()).toEqual([])
})
