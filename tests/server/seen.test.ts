import { beforeEach, describe, expect, test } from 'vitest'
import { getSharedNotes } from '#protocol/discussion.ts'
import { disjoin, getUnread, markAsRead } from '#protocol/hubs.ts'
import { SEEN_RANGES_MAX, UNREAD_CAP } from '#protocol/limits.ts'
import { deleteAccount } from '#protocol/myInfo.ts'
import { getNote } from '#protocol/notes.ts'
import { markSeen } from '#protocol/seen.ts'
import { getShareHubs, shareNote, unshareNote } from '#protocol/shares.ts'
import { openNodes } from '#tests/support/node.ts'
import {
  addToHub,
  lookUp,
  makeHub,
  newUser,
  PASSWORD,
  shareNewNote,
  type TestUser,
} from '#tests/support/users.ts'

/** What is unread for a member: a share that was on the screen or whose note was opened is not; the others are. */
let now = Date.now()
const [node] = await openNodes({ clock: () => new Date(now) })
let author: TestUser
let reader: TestUser
let other: TestUser
let hubNo: number

beforeEach(async () => {
  author = await newUser(node.url)
  reader = await newUser(node.url)
  other = await newUser(node.url)
  hubNo = await makeHub(author, reader, other)
  now += 1000
})

const see = (user: TestUser, ...seqs: number[]) =>
  user.call(markSeen, { hubNo, seqsJSON: JSON.stringify(seqs) })

const unread = async (user: TestUser) => (await user.call(getUnread, {})).total
const unreadNotes = async (user: TestUser) =>
  (await user.call(getSharedNotes, { selectedHubNo: hubNo })).notes.filter(note => note.isNew)
const unreadFor = async (user: TestUser) => (await unreadNotes(user)).map(note => note.seq)
const relationship = async (user: TestUser) => {
  const hub = await node.app.context.repositories.hubs.findByNo(hubNo)
  const { readSeq, seen } = hub?.members.find(({ userNo }) => userNo === user.userNo) ?? {}
  return { readSeq, seen }
}

async function share(count: number, by = author): Promise<number[]> {
  const noteNos = []
  for (let index = 0; index < count; index += 1) noteNos.push(await shareNewNote(by, hubNo))
  return noteNos
}

/** Stores shares of notes that nobody opens, and whose texts are therefore not written. */
async function storeUnseenShares(count: number): Promise<void> {
  const share = { hubNo, authorNo: author.userNo, sharedAt: new Date(now), live: true }
  await node.mongo
    .collection('shares')
    .insertMany(
      Array.from({ length: count }, (_, index) => ({ ...share, noteNo: 900_000 + index, seq: index + 1 })),
    )
  await node.app.context.repositories.hubs.recordShare(hubNo, author.userNo, count, new Date(now))
}

test('a page returns the unread number of the pages after it, and where unread shares begin', async () => {
  const noteNos = await share(21)
  await see(reader, 2, 3)
  const countOlderUnread = async (user: TestUser, curPageNo: number) =>
    (await user.call(getSharedNotes, { selectedHubNo: hubNo, curPageNo })).unreadOlder
  expect(await countOlderUnread(reader, 1)).toEqual({ count: 10, place: 21 })
  expect(await countOlderUnread(reader, 2)).toEqual({ count: 1, place: 21 })
  expect(await countOlderUnread(reader, 3)).toBeUndefined()
  expect(await countOlderUnread(author, 1)).toBeUndefined()
  await author.call(unshareNote, { hubNo, noteNo: noteNos[0] ?? 0 })
  expect(await countOlderUnread(reader, 1)).toEqual({ count: 9, place: 18 })
  await see(reader, 4, 5, 6, 7, 8, 9, 10, 11)
  expect(await countOlderUnread(reader, 1)).toEqual({ count: 1, place: 10 })
  await reader.call(markAsRead, { hubNo })
  expect(await countOlderUnread(reader, 1)).toBeUndefined()
})

test('unread shares beyond the cap are not counted, and the position of the oldest is right', async () => {
  const lastSeq = UNREAD_CAP + 30
  await storeUnseenShares(lastSeq)
  const { shares } = node.app.context.repositories
  const below = (end: number) =>
    shares.findUnreadBelow(hubNo, { userNo: reader.userNo, readSeq: 1 }, { end, lastSeq })
  expect(await below(UNREAD_CAP + 20)).toEqual({ count: UNREAD_CAP, place: lastSeq - 1 })
  expect(await below(20)).toEqual({ count: 18, place: lastSeq - 1 })
  expect(await below(2)).toBeNull()
})

test('a seen share lowers the number by one, and once', async () => {
  await share(5)
  expect(await see(reader, 4, 2)).toMatchObject({
    success: true,
    hubNo,
    numUnreadArticles: 3,
    readSeq: 0,
    seen: [
      { from: 2, to: 2 },
      { from: 4, to: 4 },
    ],
  })
  expect(await unreadFor(reader)).toEqual([5, 3, 1])
  const { revision } = await see(reader, 4, 2)
  expect(await see(reader, 4)).toMatchObject({ numUnreadArticles: 3, revision })
  expect(await see(reader, 1, 3)).toMatchObject({ numUnreadArticles: 1, readSeq: 4, seen: [] })
  expect(await unread(reader)).toBe(1)
  expect(await unread(author)).toBe(0)
})

test('future shares cannot be marked as seen', async () => {
  await share(1)
  await see(reader, 1, 2, 999)
  await share(1)
  expect(await unread(reader)).toBe(1)
})

test('concurrent seen updates are batched into one change of the hub', async () => {
  const third = await newUser(node.url)
  hubNo = await makeHub(author, reader, other, third)
  await share(3)
  const before = await node.app.context.repositories.hubs.findByNo(hubNo)
  const marking = [see(reader, 1), see(reader, 3), see(other, 2, 3), see(third, 2, 3)]
  const responses = await Promise.all(marking)
  const after = await node.app.context.repositories.hubs.findByNo(hubNo)
  expect(after?.revision).toBe((before?.revision ?? 0) + 1)
  expect(after?.version).toBe(before?.version)
  expect(responses.map(({ numUnreadArticles }) => numUnreadArticles)).toEqual([1, 1, 1, 1])
})

test('a share between the read and the change of a seen update is counted', async () => {
  await share(2)
  const { hubs } = node.app.context.repositories
  const hub = await hubs.findByNo(hubNo)
  await share(1)
  if (hub) expect(await hubs.saveSeen(hub, [{ memberIndex: 1, readSeq: 2, seen: [] }], false)).toBeNull()
  expect(await unread(reader)).toBe(3)
})

test('withdrawn and own shares leave no gaps', async () => {
  const [, second] = await share(3)
  await share(1, reader)
  await share(1)
  await author.call(unshareNote, { hubNo, noteNo: second ?? 0 })
  await see(reader, 1)
  expect(await relationship(reader)).toEqual({ readSeq: 1, seen: [] })
  await see(reader, 3, 5)
  expect(await relationship(reader)).toEqual({ readSeq: 5, seen: [] })
})

test('with too many gaps the lowest ones count as read', async () => {
  const seqs = Array.from({ length: SEEN_RANGES_MAX + 1 }, (_, place) => 2 * place + 2)
  await storeUnseenShares(seqs.length * 2)
  await see(reader, ...seqs.slice(0, -1))
  expect(await unread(reader)).toBe(seqs.length + 1)
  await see(reader, ...seqs.slice(-1))
  expect(await relationship(reader)).toMatchObject({ readSeq: 2 })
  expect(await unread(reader)).toBe(seqs.length - 1)
})

test('marking as read covers seen shares, and drops ranges below', async () => {
  await share(6)
  await see(reader, 2, 5)
  expect(await reader.call(markAsRead, { hubNo, seq: 3 })).toMatchObject({ numUnreadArticles: 2 })
  expect(await relationship(reader)).toEqual({ readSeq: 3, seen: [{ from: 5, to: 5 }] })
  await reader.call(markAsRead, { hubNo })
  expect(await relationship(reader)).toEqual({ readSeq: 6, seen: [] })
})

test('numbers are exact for a member who is far behind and has seen the newest', async () => {
  const last = 3 * UNREAD_CAP
  await storeUnseenShares(last)
  await reader.call(markAsRead, { hubNo, seq: last - 250 })
  const { revision } = await see(reader, last)
  for (let seq = last - 240; seq < last; seq += 60)
    await see(reader, ...Array.from({ length: 60 }, (_, place) => seq + place))
  expect(await see(reader, last)).toMatchObject({ numUnreadArticles: 9 })
  expect((await see(reader, last)).revision).toBeGreaterThan(revision)
  await share(1)
  expect(await unread(reader)).toBe(10)
})

test('a new member has seen everything, and a non-member cannot mark anything', async () => {
  await share(2)
  const added = await newUser(node.url)
  expect(await added.request(markSeen, { hubNo, seqsJSON: '[1]' })).toMatchObject({ status: 404 })
  await lookUp(author, added)
  await addToHub(author, hubNo, added, author, reader, other)
  expect(await unreadFor(added)).toEqual([])
  expect(await unread(added)).toBe(0)
})

describe('an opened note', () => {
  let noteNo: number

  beforeEach(async () => {
    noteNo = await shareNewNote(author, hubNo)
  })

  const unreadNoteNos = async (user: TestUser) => (await unreadNotes(user)).map(note => note.noteNo)
  const open = (user: TestUser, note = noteNo) => user.call(getNote, { noteNo: note })

  /** Opens the note and waits until the hub’s unread number is lower. */
  async function openAndSee(user: TestUser) {
    const tab = await user.openSocket()
    await open(user)
    await tab.waitForEvent('unread:changed', event => event.hubNo === hubNo)
    tab.close()
  }

  const readCounts = async () => (await author.call(getShareHubs, { noteNo })).readCounts
  const marksOfNote = () => node.app.context.repositories.noteReads.findReaders(noteNo)

  async function shareAgain() {
    await author.call(unshareNote, { hubNo, noteNo })
    await author.call(shareNote, { hubNo, noteNo })
  }

  test('another user’s note is new while it counts as unread', async () => {
    const second = await shareNewNote(author, hubNo)
    expect(await unreadNoteNos(reader)).toEqual([second, noteNo])
    await openAndSee(reader)
    expect(await unreadNoteNos(reader)).toEqual([second])
    await reader.call(markAsRead, { hubNo })
    expect(await unreadNoteNos(reader)).toEqual([])
    expect(await unreadNoteNos(other)).toEqual([second, noteNo])
    expect(await unreadNoteNos(author)).toEqual([])
  })

  test('shares from before a user joined are not new to them', async () => {
    now += 1000
    const added = await newUser(node.url)
    await lookUp(author, added)
    await addToHub(author, hubNo, added, author, reader, other)
    expect(await unreadNoteNos(added)).toEqual([])
    now += 1000
    const laterNoteNo = await shareNewNote(author, hubNo)
    expect(await unreadNoteNos(added)).toEqual([laterNoteNo])
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
    const nonMember = await newUser(node.url)
    expect(await nonMember.request(getNote, { noteNo })).toMatchObject({ status: 404 })
    expect(await marksOfNote()).toEqual([])
    expect(await reader.request(getShareHubs, { noteNo })).toMatchObject({ status: 403 })
    expect(await nonMember.request(getShareHubs, { noteNo })).toMatchObject({ status: 404 })
  })

  test('shared again, a note is unread only for members who never opened it', async () => {
    await open(reader)
    for (const user of [reader, other]) await user.call(markAsRead, { hubNo })
    await shareAgain()
    expect(await unread(reader)).toBe(0)
    expect(await unread(other)).toBe(1)
    expect(await unreadNoteNos(reader)).toEqual([])
    expect(await unreadNoteNos(other)).toEqual([noteNo])
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
    for (const hub of [hubNo, pair]) await tab.waitForEvent('unread:changed', event => event.hubNo === hub)
    tab.close()
    expect(await unread(reader)).toBe(1)
    expect(await unread(other)).toBe(2)
  })

  test('opening the newer of two notes leaves the older one unread', async () => {
    const newer = await shareNewNote(author, hubNo)
    const tab = await reader.openSocket()
    await open(reader, newer)
    await tab.waitForEvent('unread:changed', event => event.numUnreadArticles === 1)
    tab.close()
    expect(await unreadNoteNos(reader)).toEqual([noteNo])
  })

  test('marks are deleted with the account of the reader, also of shared notes', async () => {
    await open(reader)
    await shareAgain()
    await reader.call(deleteAccount, { password: PASSWORD })
    expect(await marksOfNote()).toEqual([])
    expect(await readCounts()).toEqual([0])
    expect((await node.app.context.repositories.shares.findLive(hubNo, noteNo))?.seenBy).toEqual([])
  })

  test('a user who left the hub is no longer counted there', async () => {
    await open(reader)
    await reader.call(disjoin, { targetHubNo: hubNo })
    expect(await readCounts()).toEqual([0])
  })
})
