import { beforeEach, expect, test } from 'vitest'
import { getSharedNotes } from '#protocol/discussion.ts'
import { disjoin, getHubs, getUnread, markAsRead, muteHub } from '#protocol/hubs.ts'
import { UNREAD_CAP } from '#protocol/limits.ts'
import { deleteNote } from '#protocol/notes.ts'
import { shareNote, unshareNote } from '#protocol/shares.ts'
import { killBefore, runBefore } from '#tests/support/interleave.ts'
import { openNodes } from '#tests/support/node.ts'
import { shareInTurn } from '#tests/support/shareRaceSteps.ts'
import { makeHub, newUser, newUsers, shareNewNote, type TestUser, writeNote } from '#tests/support/users.ts'

let author: TestUser
let reader: TestUser
let hubNo: number

const [node] = await openNodes({})
beforeEach(async () => {
  ;[author, reader] = await newUsers(node.url, node.url)
  hubNo = await makeHub(author, reader)
})

/** A user’s unread number of the hub, which every call must return alike. */
async function unreadOf(user: TestUser): Promise<number | undefined> {
  const { total, hubs } = await user.call(getUnread, {})
  const listed = (await user.call(getHubs, { hubsPerPage: 50 })).hubs
  expect(listed.reduce((sum, hub) => sum + hub.numUnreadArticles, 0)).toBe(total)
  const number = hubs.find(hub => hub.hubNo === hubNo)?.numUnreadArticles
  expect(listed.find(hub => hub.hubNo === hubNo)?.numUnreadArticles).toBe(number)
  return number
}

const seqsIn = async () =>
  (await reader.call(getSharedNotes, { selectedHubNo: hubNo })).notes.map(note => note.seq)

test('marking as read covers shares up to the one that was seen, which stay read, and no future ones', async () => {
  for (let count = 0; count < 3; count += 1) await shareNewNote(author, hubNo)
  const [, middle, first] = await seqsIn()
  const read = await reader.call(markAsRead, { hubNo, seq: middle })
  expect(read).toMatchObject({ success: true, hubNo, numUnreadArticles: 1, pageIndex: { curPageNum: 1 } })
  expect(await unreadOf(reader)).toBe(1)
  await reader.call(markAsRead, { hubNo, seq: first })
  expect(await unreadOf(reader)).toBe(1)
  const none = { numUnreadArticles: 0, hubs: [{ hubNo, numUnreadArticles: 0 }] }
  expect(await reader.call(markAsRead, { hubNo, seq: 999_999 })).toMatchObject(none)
  expect(await unreadOf(reader)).toBe(0)
  await shareNewNote(author, hubNo)
  expect(await unreadOf(reader)).toBe(1)
  expect(await reader.call(markAsRead, { hubNo })).toMatchObject(none)
})

test('a share that ended is no longer unread, before and after the read position', async () => {
  const first = await shareNewNote(author, hubNo)
  const second = await shareNewNote(author, hubNo)
  await author.call(unshareNote, { hubNo, noteNo: second })
  expect(await unreadOf(reader)).toBe(1)
  await reader.call(markAsRead, { hubNo })
  await author.call(deleteNote, { noteNo: first })
  expect(await unreadOf(reader)).toBe(0)
  await shareNewNote(author, hubNo)
  expect(await unreadOf(reader)).toBe(1)
})

test('concurrent shares are all counted, each with its own seq', async () => {
  const sharers = [author, await newUser(node.url), await newUser(node.url)]
  hubNo = await makeHub(...(sharers as [TestUser, ...TestUser[]]), reader)
  await Promise.all(sharers.flatMap(sharer => [1, 2, 3].map(() => shareNewNote(sharer, hubNo))))
  expect(await seqsIn()).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1])
  expect(await unreadOf(reader)).toBe(9)
  expect(await unreadOf(author)).toBe(6)
})

test('a share that a crashed server never counted is unread even for readers who had read everything', async () => {
  await shareNewNote(author, hubNo)
  await reader.call(markAsRead, { hubNo })
  expect(await unreadOf(reader)).toBe(0)
  const noteNo = await writeNote(author)
  const { repositories } = node.app.context
  shareInTurn({ repositories, hubNo, author })
  killBefore(repositories.hubs, 'recordShare')
  expect(await author.request(shareNote, { hubNo, noteNo })).toMatchObject({ status: 500 })
  expect(await seqsIn()).toEqual([2, 1])
  expect(await unreadOf(reader)).toBe(1)
  expect(await unreadOf(author)).toBe(0)
})

test('the number is counted up to its cap', async () => {
  const { shares, hubs } = node.app.context.repositories
  for (let count = 0; count < UNREAD_CAP - 1; count += 1) {
    await shares.insert({ hubNo, noteNo: 500_000 + count, authorNo: author.userNo, sharedAt: new Date() }, 0)
  }
  await hubs.recordShare(hubNo, author.userNo, UNREAD_CAP - 1, new Date())
  expect(await unreadOf(reader)).toBe(UNREAD_CAP - 1)
  for (let count = 0; count < 3; count += 1) await shareNewNote(author, hubNo)
  expect(await unreadOf(reader)).toBe(UNREAD_CAP)
  expect(await reader.call(markAsRead, { hubNo, seq: 2 })).toMatchObject({ numUnreadArticles: UNREAD_CAP })
  expect(await reader.call(markAsRead, { hubNo, seq: 3 })).toMatchObject({
    numUnreadArticles: UNREAD_CAP - 1,
  })
})

/** Returns the number of the first hub. */
async function storeSixtyHubs({ userNo }: TestUser): Promise<number> {
  const firstNo = 1_000_000 + 1_000 * userNo
  for (let hubNo = firstNo; hubNo < firstNo + 60; hubNo += 1)
    await node.app.context.repositories.hubs.insert(hubNo, [userNo, hubNo], new Date())
  return firstNo
}

test('the numbers of many hubs, most of them cached, equal a recount', async () => {
  const { live } = node.app.context
  const firstNo = await storeSixtyHubs(reader)
  const readLines = async () => {
    const cached = (await reader.call(getUnread, {})).hubs
    await live.invalidateHubCaches()
    expect(cached).toEqual((await reader.call(getUnread, {})).hubs)
    return new Map(cached.map(line => [line.hubNo, line]))
  }
  expect((await readLines()).size).toBe(61)

  const noteNo = await shareNewNote(author, hubNo)
  expect((await readLines()).get(hubNo)).toMatchObject({ numUnreadArticles: 1, isMuted: false })
  await reader.call(muteHub, { hubNo, isMuted: true })
  expect((await readLines()).get(hubNo)).toMatchObject({ numUnreadArticles: 1, isMuted: true })
  await author.call(unshareNote, { hubNo, noteNo })
  expect((await readLines()).get(hubNo)).toMatchObject({ numUnreadArticles: 0 })
  await reader.call(disjoin, { targetHubNo: firstNo })
  const further = await makeHub(author, reader, await newUser(node.url))
  const lines = await readLines()
  expect([lines.size, lines.has(firstNo), lines.has(further)]).toEqual([61, false, true])
})

test('a hub that the user leaves while its new number is read is in no response', async () => {
  const { repositories } = node.app.context
  await storeSixtyHubs(reader)
  await reader.call(getUnread, {})
  await shareNewNote(author, hubNo)
  const race = runBefore(repositories.hubs, 'findMemberships', () =>
    reader.call(disjoin, { targetHubNo: hubNo }),
  )
  const { hubs } = await reader.call(getUnread, {})
  await race
  expect([hubs.length, hubs.some(hub => hub.hubNo === hubNo)]).toEqual([60, false])
})
