import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getSharedNotes } from '#protocol/discussion.ts'
import { addMatching, getUnread, markAsRead } from '#protocol/hubs.ts'
import { SEEN_RANGES_MAX, UNREAD_CAP } from '#protocol/limits.ts'
import { markSeen } from '#protocol/seen.ts'
import { unshareNote } from '#protocol/shares.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { find, makeHub, newPerson, type Person, shareNewNote } from '#tests/support/person.ts'

/** What was before a member's eyes is unread no more; the rest stays. */
let node: TestNode
let author: Person
let reader: Person
let hubNo: number

beforeAll(async () => {
  node = await startNode({ mongoUrl: await emptyDatabase() })
})
afterAll(() => node.stop())
beforeEach(async () => {
  author = await newPerson(node.url)
  reader = await newPerson(node.url)
  hubNo = await makeHub(author, reader)
})

const see = (person: Person, ...seqs: number[]) =>
  person.does(markSeen, { hubNo, seqsJSON: JSON.stringify(seqs) })
const unread = async (person: Person) => (await person.does(getUnread, {})).total
const newTo = async (person: Person) =>
  (await person.does(getSharedNotes, { selectedHubNo: hubNo })).notes
    .filter(note => note.isNew)
    .map(note => note.seq)
const relationship = async (person: Person) => {
  const hub = await node.app.context.stores.hubs.byNo(hubNo)
  const { readSeq, seen } = hub?.members.find(({ userNo }) => userNo === person.userNo) ?? {}
  return { readSeq, seen }
}
async function share(count: number, by = author): Promise<number[]> {
  const noteNos = []
  for (let made = 0; made < count; made += 1) noteNos.push(await shareNewNote(by, hubNo))
  return noteNos
}

/** So many shares of notes that nobody looks at, and that are therefore not written. */
async function shareUnseen(count: number): Promise<void> {
  const { shares, hubs } = node.app.context.stores
  for (let made = 0; made < count; made += 1)
    await shares.insert(
      { hubNo, noteNo: 900_000 + made, authorNo: author.userNo, sharedAt: new Date() },
      made,
    )
  await hubs.countShare(hubNo, author.userNo, count, new Date())
}

test('a page tells what is unread on those that follow it, and where that begins', async () => {
  const noteNos = await share(21)
  await see(reader, 2, 3)
  const olderOn = async (person: Person, curPageNo: number) =>
    (await person.does(getSharedNotes, { selectedHubNo: hubNo, curPageNo })).unreadOlder
  expect(await olderOn(reader, 1)).toEqual({ count: 10, place: 21 })
  expect(await olderOn(reader, 2)).toEqual({ count: 1, place: 21 })
  expect(await olderOn(reader, 3)).toBeUndefined()
  expect(await olderOn(author, 1)).toBeUndefined()
  await author.does(unshareNote, { hubNo, noteNo: noteNos[0] ?? 0 })
  expect(await olderOn(reader, 1)).toEqual({ count: 9, place: 18 })
  await see(reader, 4, 5, 6, 7, 8, 9, 10, 11)
  expect(await olderOn(reader, 1)).toEqual({ count: 1, place: 10 })
  await reader.does(markAsRead, { hubNo })
  expect(await olderOn(reader, 1)).toBeUndefined()
})

test('of more unread than a number tells, those further back are counted no further, and begin where they begin', async () => {
  const lastSeq = UNREAD_CAP + 30
  await shareUnseen(lastSeq)
  const { shares } = node.app.context.stores
  const below = (end: number) =>
    shares.unreadBelow(hubNo, { userNo: reader.userNo, readSeq: 1 }, { end, lastSeq })
  expect(await below(UNREAD_CAP + 20)).toEqual({ count: UNREAD_CAP, place: lastSeq - 1 })
  expect(await below(20)).toEqual({ count: 18, place: lastSeq - 1 })
  expect(await below(2)).toBeNull()
})

test('what was seen lowers the number by itself alone, and by once', async () => {
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
  expect(await newTo(reader)).toEqual([5, 3, 1])
  const { revision } = await see(reader, 4, 2)
  expect(await see(reader, 4)).toMatchObject({ numUnreadArticles: 3, revision })
  expect(await see(reader, 1, 3)).toMatchObject({ numUnreadArticles: 1, readSeq: 4, seen: [] })
  expect(await unread(reader)).toBe(1)
  expect(await unread(author)).toBe(0)
})

test('what is not there yet is not seen ahead', async () => {
  await share(1)
  await see(reader, 1, 2, 999)
  await share(1)
  expect(await unread(reader)).toBe(1)
})

test('all who tell in the same moment are taken by one change of the hub', async () => {
  const others = [await newPerson(node.url), await newPerson(node.url)]
  hubNo = await makeHub(author, reader, ...others)
  await share(3)
  const before = await node.app.context.stores.hubs.byNo(hubNo)
  const told = await Promise.all([see(reader, 1), see(reader, 3), ...others.map(other => see(other, 2, 3))])
  const after = await node.app.context.stores.hubs.byNo(hubNo)
  expect(after?.revision).toBe((before?.revision ?? 0) + 1)
  expect(after?.version).toBe(before?.version)
  expect(told.map(({ numUnreadArticles }) => numUnreadArticles)).toEqual([1, 1, 1, 1])
})

test('a share between the reading and the change of what was seen is counted', async () => {
  await share(2)
  const { hubs } = node.app.context.stores
  const [hub] = [await hubs.byNo(hubNo)]
  await share(1)
  if (hub) expect(await hubs.takeSeen(hub, [{ place: 1, readSeq: 2, seen: [] }], false)).toBeNull()
  expect(await unread(reader)).toBe(3)
})

test('withdrawn and own notes lie in nobody’s way', async () => {
  const [, second] = await share(3)
  await share(1, reader)
  await share(1)
  await author.does(unshareNote, { hubNo, noteNo: second ?? 0 })
  await see(reader, 1)
  expect(await relationship(reader)).toEqual({ readSeq: 1, seen: [] })
  await see(reader, 3, 5)
  expect(await relationship(reader)).toEqual({ readSeq: 5, seen: [] })
})

test('of too many gaps the lowest counts as read', async () => {
  const seqs = Array.from({ length: SEEN_RANGES_MAX + 1 }, (_, place) => 2 * place + 2)
  await shareUnseen(seqs.length * 2)
  await see(reader, ...seqs.slice(0, -1))
  expect(await unread(reader)).toBe(seqs.length + 1)
  await see(reader, ...seqs.slice(-1))
  expect(await relationship(reader)).toMatchObject({ readSeq: 2 })
  expect(await unread(reader)).toBe(seqs.length - 1)
})

test('marking as read passes over what was seen, and forgets what lies below', async () => {
  await share(6)
  await see(reader, 2, 5)
  expect(await reader.does(markAsRead, { hubNo, seq: 3 })).toMatchObject({ numUnreadArticles: 2 })
  expect(await relationship(reader)).toEqual({ readSeq: 3, seen: [{ from: 5, to: 5 }] })
  await reader.does(markAsRead, { hubNo })
  expect(await relationship(reader)).toEqual({ readSeq: 6, seen: [] })
})

test('numbers stay exact for who is far behind and has seen the newest', async () => {
  const last = 3 * UNREAD_CAP
  await shareUnseen(last)
  await reader.does(markAsRead, { hubNo, seq: last - 250 })
  const { revision } = await see(reader, last)
  for (let seq = last - 240; seq < last; seq += 60)
    await see(reader, ...Array.from({ length: 60 }, (_, place) => seq + place))
  expect(await see(reader, last)).toMatchObject({ numUnreadArticles: 9 })
  expect((await see(reader, last)).revision).toBeGreaterThan(revision)
  await share(1)
  expect(await unread(reader)).toBe(10)
})

test('who comes into a hub has seen everything, and who is not in it tells nothing', async () => {
  await share(2)
  const added = await newPerson(node.url)
  expect(await added.asks(markSeen, { hubNo, seqsJSON: '[1]' })).toMatchObject({ status: 404 })
  await find(author, added)
  await author.does(addMatching, {
    hubNo,
    friendsJSON: JSON.stringify([added.userNo]),
    expectedResult: JSON.stringify([author.userNo, reader.userNo, added.userNo]),
  })
  expect(await newTo(added)).toEqual([])
  expect(await unread(added)).toBe(0)
})
