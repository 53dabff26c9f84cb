import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getSharedNotes } from '#protocol/discussion.ts'
import { disjoin, getUnread } from '#protocol/hubs.ts'
import { SHARE_HUBS_PER_PAGE } from '#protocol/limits.ts'
import { deleteNote, getNote, getNotes } from '#protocol/notes.ts'
import { getShareHubs, shareNote, unshareNote } from '#protocol/shares.ts'
import { deleteTopic } from '#protocol/topics.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { makeHub, newUser, type TestUser, writeNote } from '#tests/support/users.ts'

let node: TestNode
let author: TestUser
let friend: TestUser
let stranger: TestUser
let hubNo: number
let noteNo: number

beforeAll(async () => {
  node = await startNode({ mongoUrl: await emptyDatabase() })
  stranger = await newUser(node.url)
})
afterAll(() => node.stop())
beforeEach(async () => {
  author = await newUser(node.url)
  friend = await newUser(node.url)
  hubNo = await makeHub(author, friend)
  noteNo = await writeNote(author)
})

const notesSharedIn = async (hub: number, reader = friend) =>
  (await reader.call(getSharedNotes, { selectedHubNo: hub })).notes.map(note => note.noteNo)
const hubsOfNote = async () => (await author.call(getShareHubs, { noteNo })).shared

test('members of a hub can read a note while it is shared there', async () => {
  expect(await friend.request(getNote, { noteNo })).toMatchObject({ status: 404 })
  expect(await author.call(shareNote, { hubNo, noteNo })).toEqual({ success: true })
  expect(await friend.request(getNote, { noteNo })).toMatchObject({ status: 200 })
  expect(await stranger.request(getNote, { noteNo })).toMatchObject({ status: 404 })
  expect(await notesSharedIn(hubNo)).toEqual([noteNo])
  expect(await author.call(unshareNote, { hubNo, noteNo })).toEqual({ success: true })
  expect(await friend.request(getNote, { noteNo })).toMatchObject({ status: 404 })
  expect(await notesSharedIn(hubNo)).toEqual([])
})

test('sharing twice and cancelling twice have no further effect', async () => {
  await Promise.all(Array.from({ length: 5 }, () => author.call(shareNote, { hubNo, noteNo })))
  await author.call(shareNote, { hubNo, noteNo })
  expect(await notesSharedIn(hubNo)).toEqual([noteNo])
  expect(await friend.call(getUnread, {})).toMatchObject({ total: 1 })
  await Promise.all(Array.from({ length: 5 }, () => author.call(unshareNote, { hubNo, noteNo })))
  await author.call(unshareNote, { hubNo, noteNo })
  expect(await notesSharedIn(hubNo)).toEqual([])
  expect(await friend.call(getUnread, {})).toMatchObject({ total: 0 })
})

test('a note whose share was cancelled can be shared again, as the newest', async () => {
  const laterNoteNo = await writeNote(author, '나중 노트')
  await author.call(shareNote, { hubNo, noteNo })
  await author.call(shareNote, { hubNo, noteNo: laterNoteNo })
  await author.call(unshareNote, { hubNo, noteNo })
  await author.call(shareNote, { hubNo, noteNo })
  expect(await notesSharedIn(hubNo)).toEqual([noteNo, laterNoteNo])
  expect(await friend.request(getNote, { noteNo })).toMatchObject({ status: 200 })
  expect(await friend.call(getUnread, {})).toMatchObject({ total: 2 })
})

test('only the author can share and cancel', async () => {
  for (const other of [friend, stranger]) {
    expect(await other.request(shareNote, { hubNo, noteNo })).toMatchObject({ status: 404 })
  }
  expect(await notesSharedIn(hubNo)).toEqual([])
  await author.call(shareNote, { hubNo, noteNo })
  const friendsHub = await makeHub(friend, stranger)
  expect(await friend.request(shareNote, { hubNo: friendsHub, noteNo })).toMatchObject({ status: 403 })
  expect(await friend.request(unshareNote, { hubNo, noteNo })).toMatchObject({ status: 403 })
  expect(await stranger.request(unshareNote, { hubNo, noteNo })).toMatchObject({ status: 404 })
  expect(await friend.request(getShareHubs, { noteNo })).toMatchObject({ status: 403 })
  expect(await stranger.request(getShareHubs, { noteNo })).toMatchObject({ status: 404 })
  expect(await notesSharedIn(hubNo)).toEqual([noteNo])
  expect(await notesSharedIn(friendsHub)).toEqual([])
})

test('the author can share only in hubs that they are in', async () => {
  const theirs = await makeHub(friend, stranger)
  for (const hub of [theirs, 987_654]) {
    expect(await author.request(shareNote, { hubNo: hub, noteNo })).toMatchObject({ status: 404 })
    expect(await author.request(unshareNote, { hubNo: hub, noteNo })).toMatchObject({ status: 404 })
  }
  expect(await notesSharedIn(theirs)).toEqual([])
  await author.call(disjoin, { targetHubNo: hubNo })
  expect(await author.request(shareNote, { hubNo, noteNo })).toMatchObject({ status: 404 })
  expect(await notesSharedIn(hubNo)).toEqual([])
})

test('the share panel pages the hubs and returns all in which the note is shared', async () => {
  const hubNos = [hubNo]
  for (let count = 0; count < SHARE_HUBS_PER_PAGE; count += 1) {
    hubNos.push(await makeHub(author, await newUser(node.url)))
  }
  await author.call(shareNote, { hubNo, noteNo })
  const newestHub = hubNos.at(-1) ?? 0
  await author.call(shareNote, { hubNo: newestHub, noteNo })
  const first = await author.call(getShareHubs, { noteNo, needSharedList: 1 })
  const second = await author.call(getShareHubs, { noteNo, curPageNo: 2 })
  expect(first.hubs).toHaveLength(SHARE_HUBS_PER_PAGE)
  expect(first.hubs[0]).toMatchObject({ hubNo: newestHub })
  expect(second.pageIndex).toMatchObject({ curPageNum: 2, lastPageNum: 2 })
  const listed = [...first.hubs, ...second.hubs].map(hub => hub.hubNo)
  expect(new Set(listed)).toEqual(new Set(hubNos))
  for (const { shared } of [first, second]) expect(new Set(shared)).toEqual(new Set([hubNo, newestHub]))
  const { notes } = await author.call(getNotes, { topicNo: await topicOf(noteNo) })
  expect(notes).toMatchObject([{ sharedCount: 2 }])
})

async function topicOf(note: number): Promise<number> {
  return (await author.call(getNote, { noteNo: note })).subjectNo ?? 0
}

test.each([
  ['the note', async () => author.call(deleteNote, { noteNo })],
  ['its topic', async () => author.call(deleteTopic, { topicNo: await topicOf(noteNo) })],
])('deleting %s withdraws it everywhere', async (_, remove) => {
  const otherHub = await makeHub(author, stranger)
  const keptNoteNo = await writeNote(author, '남는 노트')
  for (const hub of [hubNo, otherHub]) {
    await author.call(shareNote, { hubNo: hub, noteNo })
    await author.call(shareNote, { hubNo: hub, noteNo: keptNoteNo })
  }
  await remove()
  expect(await notesSharedIn(hubNo)).toEqual([keptNoteNo])
  expect(await notesSharedIn(otherHub, stranger)).toEqual([keptNoteNo])
  expect(await friend.request(getNote, { noteNo })).toMatchObject({ status: 404 })
  expect(await friend.call(getUnread, {})).toMatchObject({ total: 1 })
})

test('a note shared in two hubs stays readable until its last share ends', async () => {
  const otherHub = await makeHub(author, friend, stranger)
  for (const hub of [hubNo, otherHub]) await author.call(shareNote, { hubNo: hub, noteNo })
  await author.call(unshareNote, { hubNo, noteNo })
  expect(await friend.request(getNote, { noteNo })).toMatchObject({ status: 200 })
  expect(await hubsOfNote()).toEqual([otherHub])
  await author.call(unshareNote, { hubNo: otherHub, noteNo })
  expect(await friend.request(getNote, { noteNo })).toMatchObject({ status: 404 })
})

test('the notes of a member who leaves are withdrawn and can no longer be read there', async () => {
  await author.call(shareNote, { hubNo, noteNo })
  await author.call(disjoin, { targetHubNo: hubNo })
  expect(await notesSharedIn(hubNo)).toEqual([])
  expect(await friend.request(getNote, { noteNo })).toMatchObject({ status: 404 })
  expect(await hubsOfNote()).toEqual([])
})
