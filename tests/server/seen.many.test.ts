import { afterAll, expect, test } from 'vitest'
import { getHubs, getUnread } from '#protocol/hubs.ts'
import { SEEN_RANGES_MAX } from '#protocol/limits.ts'
import { markSeen } from '#protocol/seen.ts'
import type { HubRecord } from '#server/features/hubs/hubs.record.ts'
import type { ShareRecord } from '#server/features/shares/shares.store.ts'
import { type Person, shareNewNote, writeNote } from '#tests/support/person.ts'
import { startPushWorld } from '#tests/support/pushWorld.ts'

const world = await startPushWorld()
const { node, now, later, gathered, toldTo } = world
afterAll(world.stop)

const ROOMS = 100
const FIRST_NO = 1_000_000
/** Every other share was seen. */
const SEEN = Array.from({ length: SEEN_RANGES_MAX }, (_, place) => ({
  from: 2 * place + 2,
  to: 2 * place + 2,
}))
const SHARES = 2 * SEEN_RANGES_MAX + 1
const UNREAD = SHARES - SEEN_RANGES_MAX
/** Of a question with a part for each gap the database took most of a minute. */
const SOON_MS = 10_000

/** Rooms with all these notes, in which somebody has looked here and there. */
async function storeRooms(reader: Person, author: Person, noteNos: readonly number[]): Promise<void> {
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

async function took(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

test('what is unread in many rooms in which one has looked here and there is counted, and told to devices, soon', async () => {
  const { friend, owner, hubNo } = await world.newRoom()
  const noteNos: number[] = []
  for (let count = 0; count < SHARES; count += 1) noteNos.push(await writeNote(friend))
  await storeRooms(owner, friend, noteNos)
  expect(
    await took(async () => expect(await owner.does(getUnread, {})).toMatchObject({ total: ROOMS * UNREAD })),
  ).toBeLessThan(SOON_MS)
  const { hubs } = await owner.does(getHubs, {})
  expect(hubs.slice(1).map(hub => hub.numUnreadArticles)).toEqual(hubs.slice(1).map(() => UNREAD))

  later(60_000)
  const noteNo = await shareNewNote(friend, hubNo)
  await shareNewNote(friend, hubNo)
  await owner.does(markSeen, { hubNo, seqsJSON: '[2]' })
  expect(await took(gathered)).toBeLessThan(SOON_MS)
  expect(toldTo(owner)).toMatchObject([{ path: `/note?no=${noteNo}&hub=${hubNo}` }])
})
