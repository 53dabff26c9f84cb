import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getSharedNotes } from '#protocol/discussion.ts'
import { addMatching, getUnread, markAsRead } from '#protocol/hubs.ts'
import { SEEN_RANGES_MAX, UNREAD_CAP } from '#protocol/limits.ts'
import { markSeen } from '#protocol/seen.ts'
import { unshareNote } from '#protocol/shares.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { lookUp, makeHub, newUser, shareNewNote, type TestUser } from '#tests/support/users.ts'

/** A share that was on a member’s screen is no longer unread; the other shares stay unread. */
let node: TestNode
let author: TestUser
let reader: TestUser
let hubNo: number

beforeAll(async () => {
  node = await startNode({ mongoUrl: await emptyDatabase() })
})
afterAll(() => node.stop())
beforeEach(async () => {
  author = await newUser(node.url)
  reader = await newUser(node.url)
  hubNo = await makeHub(author, reader)
})

const see = (user: TestUser, ...seqs: number[]) =>
  user.call(markSeen, { hubNo, seqsJSON: JSON.stringify(seqs) })
const unread = async (user: TestUser) => (await user.call(getUnread, {})).total
const unreadFor = async (user: TestUser) =>
  (await user.call(getSharedNotes, { selectedHubNo: hubNo })).notes
    .filter(note => note.isNew)
    .map(note => note.seq)
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
  const { shares, hubs } = node.app.context.repositories
  for (let index = 0; index < count; index += 1)
    await shares.insert(
      { hubNo, noteNo: 900_000 + index, authorNo: author.userNo, sharedAt: new Date() },
      index,
    )
  await hubs.recordShare(hubNo, author.userNo, count, new Date())
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
  const others = [await newUser(node.url), await newUser(node.url)]
  hubNo = await makeHub(author, reader, ...others)
  await share(3)
  const before = await node.app.context.repositories.hubs.findByNo(hubNo)
  const responses = await Promise.all([
    see(reader, 1),
    see(reader, 3),
    ...others.map(other => see(other, 2, 3)),
  ])
  const after = await node.app.context.repositories.hubs.findByNo(hubNo)
  expect(after?.revision).toBe((before?.revision ?? 0) + 1)
  expect(after?.version).toBe(before?.version)
  expect(responses.map(({ numUnreadArticles }) => numUnreadArticles)).toEqual([1, 1, 1, 1])
})

test('a share between the read and the change of a seen update is counted', async () => {
  await share(2)
  const { hubs } = node.app.context.repositories
  const [hub] = [await hubs.findByNo(hubNo)]
  await share(1)
  if (hub) expect(await hubs.saveSeen(hub, [{ place: 1, readSeq: 2, seen: [] }], false)).toBeNull()
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
  await author.call(addMatching, {
    hubNo,
    friendsJSON: JSON.stringify([added.userNo]),
    expectedResult: JSON.stringify([author.userNo, reader.userNo, added.userNo]),
  })
  expect(await unreadFor(added)).toEqual([])
  expect(await unread(added)).toBe(0)
})
