import { afterAll, expect, test } from 'vitest'
import { getHubs, getUnread } from '#protocol/hubs.ts'
import { SEEN_RANGES_MAX } from '#protocol/limits.ts'
import { markSeen } from '#protocol/seen.ts'
import type { HubRecord } from '#server/features/hubs/hubs.record.ts'
import type { ShareRecord } from '#server/features/shares/shares.repository.ts'
import { startPushWorld } from '#tests/support/pushWorld.ts'
import { shareNewNote, type TestUser, writeNote } from '#tests/support/users.ts'

const fixtures = await startPushWorld()
const { node, now, advanceClock, sendBatched, pushesTo } = fixtures
afterAll(fixtures.stop)

const ROOMS = 100
const FIRST_NO = 1_000_000
/** Every other share was seen. */
const SEEN = Array.from({ length: SEEN_RANGES_MAX }, (_, place) => ({
  from: 2 * place + 2,
  to: 2 * place + 2,
}))
const SHARES = 2 * SEEN_RANGES_MAX + 1
const UNREAD = SHARES - SEEN_RANGES_MAX
/** With a query that has a condition for each gap the database took most of a minute. */
const LIMIT_MS = 10_000

/** Stores hubs with all these notes, in which the reader has seen scattered shares. */
async function storeRooms(reader: TestUser, author: TestUser, noteNos: readonly number[]): Promise<void> {
  const sharedAt = now()
  const rooms = Array.from({ length: ROOMS }, (_, place): HubRecord => {
    const key = `${FIRST_NO + place}`
    return {
      ...{ hubNo: FIRST_NO + place, memberKey: key, uniqueKey: key },
      members: [
        { userNo: author.userNo, readSeq: 0, joinedAt: sharedAt },
        { userNo: reader.userNo, readSeq: 0, seen: SEEN, joinedAt: sharedAt },
      ],
      ...{ version: 1, revision: 1, lastSeq: SHARES, lastActivity: sharedAt },
    }
  })
  const shares = rooms.flatMap(({ hubNo }) =>
    noteNos.map((noteNo, place): ShareRecord => {
      return { hubNo, seq: place + 1, noteNo, authorNo: author.userNo, sharedAt, live: true }
    }),
  )
  await node.mongo.collection<HubRecord>('hubs').insertMany(rooms)
  await node.mongo.collection<ShareRecord>('shares').insertMany(shares)
}

async function measureTime(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

test('unread numbers of many hubs with scattered seen shares are counted, and pushed to devices, quickly', async () => {
  const { friend, owner, hubNo } = await fixtures.createHubWithDevice()
  const noteNos: number[] = []
  for (let count = 0; count < SHARES; count += 1) noteNos.push(await writeNote(friend))
  await storeRooms(owner, friend, noteNos)
  expect(
    await measureTime(async () =>
      expect(await owner.call(getUnread, {})).toMatchObject({ total: ROOMS * UNREAD }),
    ),
  ).toBeLessThan(LIMIT_MS)
  const { hubs } = await owner.call(getHubs, {})
  expect(hubs.slice(1).map(hub => hub.numUnreadArticles)).toEqual(hubs.slice(1).map(() => UNREAD))

  advanceClock(60_000)
  const noteNo = await shareNewNote(friend, hubNo)
  await shareNewNote(friend, hubNo)
  await owner.call(markSeen, { hubNo, seqsJSON: '[2]' })
  expect(await measureTime(sendBatched)).toBeLessThan(LIMIT_MS)
  expect(pushesTo(owner)).toMatchObject([{ path: `/note?no=${noteNo}&hub=${hubNo}` }])
})
