import type { Connection } from 'mongoose'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createShareRepository, type ShareRepository } from '#server/features/shares/shares.repository.ts'
import { connectMongo, createIndexes } from '#server/platform/mongo/connect.ts'
import { emptyDatabase } from '#tests/support/node.ts'

/** The number of a hub’s shares is computed from the highest seq and the withdrawn shares. */
let mongo: Connection
let shares: ShareRepository
let hubNo = 0
const now = new Date()

beforeAll(async () => {
  mongo = await connectMongo(await emptyDatabase())
  shares = createShareRepository(mongo)
  await createIndexes(mongo)
})
afterAll(() => mongo.close())
beforeEach(async () => {
  hubNo += 1
  for (let noteNo = 1; noteNo <= 5; noteNo += 1) {
    await shares.insert({ hubNo, noteNo, authorNo: 1, sharedAt: now }, noteNo - 1)
    // Another hub with the same seqs.
    await shares.insert({ hubNo: hubNo + 1_000, noteNo, authorNo: 1, sharedAt: now }, noteNo - 1)
  }
})

test('a hub without shares has none', async () => {
  expect(await shares.countLive(500, 0)).toEqual({ total: 0, lastSeq: 0 })
})

test('includes shares that the hub has not counted yet', async () => {
  for (const countedSeq of [0, 3, 5])
    expect(await shares.countLive(hubNo, countedSeq)).toEqual({ total: 5, lastSeq: 5 })
})

test('excludes withdrawn shares, counted or not, which keep their seqs', async () => {
  for (const seq of [2, 5]) await shares.withdraw(hubNo, seq, now)
  for (const countedSeq of [0, 3, 5])
    expect(await shares.countLive(hubNo, countedSeq)).toEqual({ total: 3, lastSeq: 5 })
})

test('a note that is shared again after its withdrawal is counted once', async () => {
  await shares.withdraw(hubNo, 4, now)
  await shares.insert({ hubNo, noteNo: 4, authorNo: 1, sharedAt: now }, 5)
  expect(await shares.countLive(hubNo, 5)).toEqual({ total: 5, lastSeq: 6 })
})
