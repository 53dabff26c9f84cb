import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getSharedNotes } from '#protocol/discussion.ts'
import { addMatching, disjoin, getHubs, getUnread, markAsRead, muteHub } from '#protocol/hubs.ts'
import { UNREAD_CAP } from '#protocol/limits.ts'
import { deleteNote } from '#protocol/notes.ts'
import { shareNote, unshareNote } from '#protocol/shares.ts'
import { killBefore, runBefore } from '#tests/support/interleave.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { find, makeHub, newPerson, type Person, shareNewNote, writeNote } from '#tests/support/person.ts'
import { shareInTurn } from '#tests/support/shareRaceSteps.ts'

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

/** A person's unread number of the hub, which every call must tell alike. */
async function unreadOf(person: Person): Promise<number | undefined> {
  const { total, hubs } = await person.does(getUnread, {})
  const listed = (await person.does(getHubs, { hubsPerPage: 50 })).hubs
  expect(listed.reduce((sum, hub) => sum + hub.numUnreadArticles, 0)).toBe(total)
  const number = hubs.find(hub => hub.hubNo === hubNo)?.numUnreadArticles
  expect(listed.find(hub => hub.hubNo === hubNo)?.numUnreadArticles).toBe(number)
  return number
}

const seqsIn = async () =>
  (await reader.does(getSharedNotes, { selectedHubNo: hubNo })).notes.map(note => note.seq)

test('the shares of others are unread, never the own ones', async () => {
  await shareNewNote(author, hubNo)
  await shareNewNote(author, hubNo)
  await shareNewNote(reader, hubNo)
  expect(await unreadOf(reader)).toBe(2)
  expect(await unreadOf(author)).toBe(1)
})

test('marking as read reaches as far as the share that was seen', async () => {
  for (let count = 0; count < 3; count += 1) await shareNewNote(author, hubNo)
  const [, middle] = await seqsIn()
  const read = await reader.does(markAsRead, { hubNo, seq: middle })
  expect(read).toMatchObject({ success: true, hubNo, numUnreadArticles: 1, pageIndex: { curPageNum: 1 } })
  expect(await unreadOf(reader)).toBe(1)
  expect(await reader.does(markAsRead, { hubNo })).toMatchObject({
    numUnreadArticles: 0,
    hubs: [{ hubNo, numUnreadArticles: 0 }],
  })
  expect(await unreadOf(reader)).toBe(0)
})

test('what is read stays read, and what is not yet there is not read ahead', async () => {
  await shareNewNote(author, hubNo)
  const [seq] = await seqsIn()
  await reader.does(markAsRead, { hubNo, seq: 999_999 })
  await shareNewNote(author, hubNo)
  expect(await unreadOf(reader)).toBe(1)
  await reader.does(markAsRead, { hubNo })
  await reader.does(markAsRead, { hubNo, seq })
  expect(await unreadOf(reader)).toBe(0)
})

test('each reader has a number of their own in each hub', async () => {
  const other = await newPerson(node.url)
  const otherHub = await makeHub(author, reader, other)
  await shareNewNote(author, hubNo)
  await shareNewNote(author, otherHub)
  await shareNewNote(author, otherHub)
  await other.does(markAsRead, { hubNo: otherHub })
  const { total, hubs } = await reader.does(getUnread, {})
  expect(total).toBe(3)
  expect(new Map(hubs.map(hub => [hub.hubNo, hub.numUnreadArticles]))).toEqual(
    new Map([
      [hubNo, 1],
      [otherHub, 2],
    ]),
  )
  expect(await other.does(getUnread, {})).toMatchObject({ total: 0 })
})

test('a share that ended is unread no more, before and after what was read', async () => {
  const first = await shareNewNote(author, hubNo)
  const second = await shareNewNote(author, hubNo)
  await author.does(unshareNote, { hubNo, noteNo: second })
  expect(await unreadOf(reader)).toBe(1)
  await reader.does(markAsRead, { hubNo })
  await author.does(deleteNote, { noteNo: first })
  expect(await unreadOf(reader)).toBe(0)
  await shareNewNote(author, hubNo)
  expect(await unreadOf(reader)).toBe(1)
})

test("a leaver's shares are unread no more", async () => {
  const leaver = await newPerson(node.url)
  hubNo = await makeHub(author, reader, leaver)
  await shareNewNote(leaver, hubNo)
  await shareNewNote(author, hubNo)
  await leaver.does(disjoin, { targetHubNo: hubNo })
  expect(await unreadOf(reader)).toBe(1)
})

test('a new member starts with everything read', async () => {
  await shareNewNote(author, hubNo)
  const added = await newPerson(node.url)
  await find(author, added)
  const reply = await author.does(addMatching, {
    hubNo,
    friendsJSON: JSON.stringify([added.userNo]),
    expectedResult: JSON.stringify([author.userNo, reader.userNo, added.userNo]),
  })
  expect(reply.success).toBe(true)
  expect(await unreadOf(added)).toBe(0)
  expect(await unreadOf(reader)).toBe(1)
  await shareNewNote(author, hubNo)
  expect(await unreadOf(added)).toBe(1)
})

test('shares in the same moment are all counted, each under a number of its own', async () => {
  const sharers = [author, await newPerson(node.url), await newPerson(node.url)]
  hubNo = await makeHub(...(sharers as [Person, ...Person[]]), reader)
  await Promise.all(sharers.flatMap(sharer => [1, 2, 3].map(() => shareNewNote(sharer, hubNo))))
  expect(await seqsIn()).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1])
  expect(await unreadOf(reader)).toBe(9)
  expect(await unreadOf(author)).toBe(6)
})

test('a share that its hub never counted, because the server died, is unread also for who had read all', async () => {
  await shareNewNote(author, hubNo)
  await reader.does(markAsRead, { hubNo })
  expect(await unreadOf(reader)).toBe(0)
  const noteNo = await writeNote(author)
  const { stores } = node.app.context
  shareInTurn({ stores, hubNo, author })
  killBefore(stores.hubs, 'countShare')
  expect(await author.asks(shareNote, { hubNo, noteNo })).toMatchObject({ status: 500 })
  expect(await seqsIn()).toEqual([2, 1])
  expect(await unreadOf(reader)).toBe(1)
  expect(await unreadOf(author)).toBe(0)
})

test('the number is counted no further than its cap', async () => {
  const { shares, hubs } = node.app.context.stores
  for (let count = 0; count < UNREAD_CAP - 1; count += 1) {
    await shares.insert({ hubNo, noteNo: 500_000 + count, authorNo: author.userNo, sharedAt: new Date() }, 0)
  }
  await hubs.countShare(hubNo, author.userNo, UNREAD_CAP - 1, new Date())
  expect(await unreadOf(reader)).toBe(UNREAD_CAP - 1)
  for (let count = 0; count < 3; count += 1) await shareNewNote(author, hubNo)
  expect(await unreadOf(reader)).toBe(UNREAD_CAP)
  expect(await reader.does(markAsRead, { hubNo, seq: 2 })).toMatchObject({ numUnreadArticles: UNREAD_CAP })
  expect(await reader.does(markAsRead, { hubNo, seq: 3 })).toMatchObject({
    numUnreadArticles: UNREAD_CAP - 1,
  })
})

/** The number of the first of them. */
async function makeSixtyRooms({ userNo }: Person): Promise<number> {
  const firstNo = 1_000_000 + 1_000 * userNo
  for (let hubNo = firstNo; hubNo < firstNo + 60; hubNo += 1)
    await node.app.context.stores.hubs.insert(hubNo, [userNo, hubNo], new Date())
  return firstNo
}

test('the numbers of many rooms, of which most are known from before, are those that are counted anew', async () => {
  const { live } = node.app.context
  const firstNo = await makeSixtyRooms(reader)
  const linesNow = async () => {
    const known = (await reader.does(getUnread, {})).hubs
    await live.forgetReadings()
    expect(known).toEqual((await reader.does(getUnread, {})).hubs)
    return new Map(known.map(line => [line.hubNo, line]))
  }
  expect((await linesNow()).size).toBe(61)

  const noteNo = await shareNewNote(author, hubNo)
  expect((await linesNow()).get(hubNo)).toMatchObject({ numUnreadArticles: 1, isMuted: false })
  await reader.does(muteHub, { hubNo, isMuted: true })
  expect((await linesNow()).get(hubNo)).toMatchObject({ numUnreadArticles: 1, isMuted: true })
  await author.does(unshareNote, { hubNo, noteNo })
  expect((await linesNow()).get(hubNo)).toMatchObject({ numUnreadArticles: 0 })
  await reader.does(disjoin, { targetHubNo: firstNo })
  const further = await makeHub(author, reader, await newPerson(node.url))
  const lines = await linesNow()
  expect([lines.size, lines.has(firstNo), lines.has(further)]).toEqual([61, false, true])
})

test('a room that one leaves while its new number is read is in no answer', async () => {
  const { stores } = node.app.context
  await makeSixtyRooms(reader)
  await reader.does(getUnread, {})
  await shareNewNote(author, hubNo)
  const left = runBefore(stores.hubs, 'membershipsOf', () => reader.does(disjoin, { targetHubNo: hubNo }))
  const { hubs } = await reader.does(getUnread, {})
  await left
  expect([hubs.length, hubs.some(hub => hub.hubNo === hubNo)]).toEqual([60, false])
})
