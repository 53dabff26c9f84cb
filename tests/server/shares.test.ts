import { beforeEach, describe, expect, test, vi } from 'vitest'
import { getSharedNotes } from '#protocol/discussion.ts'
import { disjoin, getUnread, nameHub } from '#protocol/hubs.ts'
import { SHARE_HUBS_PER_PAGE, SHARE_NOTES_PER_PAGE } from '#protocol/limits.ts'
import { deleteNote, getNote, getNotes, updateNote } from '#protocol/notes.ts'
import { getShareHubs, getShareNotes, shareNote, unshareNote } from '#protocol/shares.ts'
import { deleteTopic } from '#protocol/topics.ts'
import { runBefore } from '#tests/support/interleave.ts'
import { openNodes } from '#tests/support/node.ts'
import { makeHub, newUser, shareNewNote, type TestUser, topicOf, writeNote } from '#tests/support/users.ts'

let now = Date.now()
const [node] = await openNodes({ clock: () => new Date(now) })
const nonMember = await newUser(node.url)
let author: TestUser
let friend: TestUser
let hubNo: number
let noteNo: number

beforeEach(async () => {
  author = await newUser(node.url)
  friend = await newUser(node.url, '순자씨')
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
  expect(await nonMember.request(getNote, { noteNo })).toMatchObject({ status: 404 })
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
  for (const other of [friend, nonMember]) {
    expect(await other.request(shareNote, { hubNo, noteNo })).toMatchObject({ status: 404 })
  }
  expect(await notesSharedIn(hubNo)).toEqual([])
  await author.call(shareNote, { hubNo, noteNo })
  const friendsHub = await makeHub(friend, nonMember)
  expect(await friend.request(shareNote, { hubNo: friendsHub, noteNo })).toMatchObject({ status: 403 })
  expect(await friend.request(unshareNote, { hubNo, noteNo })).toMatchObject({ status: 403 })
  expect(await nonMember.request(unshareNote, { hubNo, noteNo })).toMatchObject({ status: 404 })
  expect(await friend.request(getShareHubs, { noteNo })).toMatchObject({ status: 403 })
  expect(await nonMember.request(getShareHubs, { noteNo })).toMatchObject({ status: 404 })
  expect(await notesSharedIn(hubNo)).toEqual([noteNo])
  expect(await notesSharedIn(friendsHub)).toEqual([])
})

test('the author can share only in hubs that they are in', async () => {
  const theirs = await makeHub(friend, nonMember)
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
  for (let count = 0; count < SHARE_HUBS_PER_PAGE; count += 1)
    hubNos.push(await makeHub(author, await newUser(node.url)))
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
  const { notes } = await author.call(getNotes, { topicNo: await topicOf(author, noteNo) })
  expect(notes).toMatchObject([{ sharedCount: 2 }])
})

test.each([
  ['the note', async () => author.call(deleteNote, { noteNo })],
  ['its topic', async () => author.call(deleteTopic, { topicNo: await topicOf(author, noteNo) })],
])('deleting %s withdraws it everywhere', async (_, remove) => {
  const otherHub = await makeHub(author, nonMember)
  const keptNoteNo = await writeNote(author, '남는 노트')
  for (const hub of [hubNo, otherHub]) {
    await author.call(shareNote, { hubNo: hub, noteNo })
    await author.call(shareNote, { hubNo: hub, noteNo: keptNoteNo })
  }
  await remove()
  expect(await notesSharedIn(hubNo)).toEqual([keptNoteNo])
  expect(await notesSharedIn(otherHub, nonMember)).toEqual([keptNoteNo])
  expect(await friend.request(getNote, { noteNo })).toMatchObject({ status: 404 })
  expect(await friend.call(getUnread, {})).toMatchObject({ total: 1 })
})

test('a note shared in two hubs stays readable until its last share ends', async () => {
  const otherHub = await makeHub(author, friend, nonMember)
  for (const hub of [hubNo, otherHub]) await author.call(shareNote, { hubNo: hub, noteNo })
  await author.call(unshareNote, { hubNo, noteNo })
  expect(await friend.request(getNote, { noteNo })).toMatchObject({ status: 200 })
  expect(await hubsOfNote()).toEqual([otherHub])
  await author.call(unshareNote, { hubNo: otherHub, noteNo })
  expect(await friend.request(getNote, { noteNo })).toMatchObject({ status: 404 })
})

const write = (title: string) => {
  now += 1000
  return writeNote(author, title)
}

const notesFor = (asked = {}) => author.call(getShareNotes, { hubNo, ...asked })
const titles = async (asked = {}) => (await notesFor(asked)).notes.map(({ title }) => title)

test('the user’s notes are sorted by last change, with their topics and whether they are in the hub', async () => {
  const first = await write('먼저')
  const second = await write('다음')
  await shareNewNote(friend, hubNo, '남의 노트')
  await author.call(shareNote, { hubNo, noteNo: first })
  now += 1000
  await author.call(updateNote, { noteNo: first, title: '고친 먼저', text: '**새** 글' })
  expect(await notesFor()).toMatchObject({
    notes: [
      { noteNo: first, title: '고친 먼저', excerpt: '새 글', subjectTitle: '주제' },
      { noteNo: second, title: '다음' },
      { noteNo },
    ],
    shared: [first],
  })
  await author.call(unshareNote, { hubNo, noteNo: first })
  expect(await notesFor()).toMatchObject({ shared: [] })
})

test('finds notes by every word, in pages', async () => {
  for (let count = 0; count <= SHARE_NOTES_PER_PAGE; count += 1) await write(`골목 ${count}`)
  await write('책방 이야기')
  expect(await titles({ query: '이야기 책방' })).toEqual(['책방 이야기'])
  expect(await titles({ query: '골목' })).toHaveLength(SHARE_NOTES_PER_PAGE)
  expect(await notesFor({ query: '골목', curPageNo: 2 })).toMatchObject({
    notes: [{ title: '골목 0' }],
    pageIndex: { curPageNum: 2, lastPageNum: 2 },
  })
  expect(await titles({ curPageNo: 2 })).toEqual(['골목 1', '골목 0', '회의록'])
  expect(await titles({ query: '없는 말' })).toEqual([])
})

test('finds hubs among many by name or members, with their readers', async () => {
  const noteNo = await write('나눌 노트')
  const others = await Promise.all(
    ['박서준', '김도현', '오세라', '정민호'].map(name => newUser(node.url, name)),
  )
  for (const other of others) await makeHub(author, other)
  const named = await makeHub(author, ...others)
  await author.call(nameHub, { hubNo: named, name: '목요 책방' })
  const rooms = async (asked = {}) => await author.call(getShareHubs, { noteNo, ...asked })
  expect((await rooms()).hubs).toHaveLength(SHARE_HUBS_PER_PAGE)
  expect((await rooms({ query: '책방' })).hubs.map(hub => hub.hubNo)).toEqual([named])
  expect((await rooms({ query: '서준' })).hubs).toHaveLength(2)
  expect((await rooms({ query: '없는이' })).hubs).toEqual([])

  await author.call(shareNote, { hubNo, noteNo })
  await friend.call(getNote, { noteNo })
  const { hubs, readCounts, readerNos, shared } = await rooms({ query: '순자' })
  expect(hubs.map(hub => hub.hubNo)).toEqual([hubNo])
  expect({ readCounts, readerNos, shared }).toEqual({
    readCounts: [1],
    readerNos: [[friend.userNo]],
    shared: [hubNo],
  })
})

test('a hub that the user leaves during the search is not returned', async () => {
  const noteNo = await write('골목')
  const race = runBefore(node.app.context.repositories.hubs, 'findByNos', () =>
    author.call(disjoin, { targetHubNo: hubNo }),
  )
  expect((await author.call(getShareHubs, { noteNo, query: '순자' })).hubs).toEqual([])
  await race
})

test('hub searches of one user run two at a time; requests without a query never wait', async () => {
  const noteNo = await write('골목')
  const { hubs } = node.app.context.repositories
  const { findSearchEntries: rostersOf } = hubs
  let looking = 0
  let release = () => {}
  const released = new Promise<void>(resolve => (release = resolve))
  const looked = vi.spyOn(hubs, 'findSearchEntries').mockImplementation(async userNo => {
    looking += 1
    await released
    return rostersOf(userNo)
  })
  const found = Array.from({ length: 4 }, () => author.call(getShareHubs, { noteNo, query: '순자' }))
  await vi.waitFor(() => expect(looking).toBeGreaterThanOrEqual(2))
  expect(await author.call(getShareHubs, { noteNo })).toMatchObject({ hubs: [{ hubNo }] })
  expect(looking).toBe(2)
  release()
  for (const { hubs: rooms } of await Promise.all(found)) expect(rooms).toMatchObject([{ hubNo }])
  looked.mockRestore()
})

describe('the number of a hub’s shares, computed from the highest seq and the withdrawn shares', () => {
  const { shares } = node.app.context.repositories
  const at = new Date()
  let counted = 0
  const insert = (hub: number, no: number, seq: number) =>
    shares.insert({ hubNo: hub, noteNo: no, authorNo: 1, sharedAt: at }, seq)

  beforeEach(async () => {
    counted += 1
    for (let no = 1; no <= 5; no += 1) {
      await insert(10_000 + counted, no, no - 1)
      // Another hub with the same seqs.
      await insert(20_000 + counted, no, no - 1)
    }
  })

  test('includes shares that the hub has not counted yet', async () => {
    for (const countedSeq of [0, 3, 5])
      expect(await shares.countLive(10_000 + counted, countedSeq)).toEqual({ total: 5, lastSeq: 5 })
  })

  test('excludes withdrawn shares, counted or not, which keep their seqs', async () => {
    for (const seq of [2, 5]) await shares.withdraw(10_000 + counted, seq, at)
    for (const countedSeq of [0, 3, 5])
      expect(await shares.countLive(10_000 + counted, countedSeq)).toEqual({ total: 3, lastSeq: 5 })
  })

  test('a note that is shared again after its withdrawal is counted once', async () => {
    await shares.withdraw(10_000 + counted, 4, at)
    await insert(10_000 + counted, 4, 5)
    expect(await shares.countLive(10_000 + counted, 5)).toEqual({ total: 5, lastSeq: 6 })
  })
})
