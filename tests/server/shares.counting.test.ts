import type { Connection } from 'mongoose'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createShareStore, type ShareStore } from '#server/features/shares/shares.store.ts'
import { connectMongo, makeIndexes } from '#server/platform/mongo/connect.ts'
import { emptyDatabase } from '#tests/support/node.ts'

/** How many shares a hub has is told from the highest number and the withdrawn alone. */
let mongo: Connection
let shares: ShareStore
let hubNo = 0
const now = new Date()

beforeAll(async () => {
  mongo = await connectMongo(await emptyDatabase())
  shares = createShareStore(mongo)
  await makeIndexes(mongo)
})
afterAll(() => mongo.close())
beforeEach(async () => {
  hubNo += 1
  for (let noteNo = 1; noteNo <= 5; noteNo += 1) {
    await shares.insert({ hubNo, noteNo, authorNo: 1, sharedAt: now }, noteNo - 1)
    // Another hub's, with the same numbers.
    await shares.insert({ hubNo: hubNo + 1_000, noteNo, authorNo: 1, sharedAt: now }, noteNo - 1)
  }
})

test('a hub without shares has none', async () => {
  expect(await shares.liveIn(500, 0)).toEqual({ total: 0, lastSeq: 0 })
})

test('those that the hub has not counted yet are there', async () => {
  for (const countedSeq of [0, 3, 5])
    expect(await shares.liveIn(hubNo, countedSeq)).toEqual({ total: 5, lastSeq: 5 })
})

test('the withdrawn are not, counted or not, and keep their numbers', async () => {
  for (const seq of [2, 5]) await shares.withdraw(hubNo, seq, now)
  for (const countedSeq of [0, 3, 5])
    expect(await shares.liveIn(hubNo, countedSeq)).toEqual({ total: 3, lastSeq: 5 })
})

test('what is shared again after its withdrawal is counted once', async () => {
  await shares.withdraw(hubNo, 4, now)
  await shares.insert({ hubNo, noteNo: 4, authorNo: 1, sharedAt: now }, 5)
  expect(await shares.liveIn(hubNo, 5)).toEqual({ total: 5, lastSeq: 6 })
})
