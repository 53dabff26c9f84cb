import { Types } from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getDailyCounts } from '#protocol/administration.ts'
import { DAYS_COUNTED } from '#protocol/limits.ts'
import { ownDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { newAdministrator, type Person } from '#tests/support/person.ts'

let node: TestNode
let administrator: Person
let now = new Date('2026-11-22T16:00:00Z')

beforeAll(async () => {
  // Its own, for whoever was made today by the true clock is counted by nobody.
  node = await startNode({ mongoUrl: await ownDatabase(), clock: () => now })
  administrator = await newAdministrator(node)
})
afterAll(() => node.stop())

let number = 0
/** Documents with nothing in them but when they were made, and a number as none is given. */
async function made(collection: string, ...moments: string[]): Promise<void> {
  const documents = moments.map(at => {
    number -= 1
    const _id = Types.ObjectId.createFromTime(Date.parse(at) / 1000)
    return { _id, noteNo: number, commentNo: number, suggestionNo: number, hubNo: number, seq: number }
  })
  await node.mongo.collection(collection).insertMany(documents)
}
const none = { people: 0, notes: 0, shares: 0, comments: 0, opinions: 0 }
const daysTold = async () => (await administrator.does(getDailyCounts, {})).days

test('nothing is told before a day was counted', async () => {
  expect(await daysTold()).toEqual([])
})

test('what came to be is counted by the days of Seoul, when they are over', async () => {
  await made('notes', '2026-11-21T14:59:59Z', '2026-11-21T15:00:00Z', '2026-11-22T14:59:59Z')
  await made('notes', '2026-11-22T15:00:00Z')
  await made('comments', '2026-10-23T15:00:00Z', '2026-10-23T14:59:59Z')
  await made('shares', '2026-11-22T03:00:00Z')
  await made('suggestions', '2026-11-20T03:00:00Z')
  await node.app.cleanUp()
  const days = await daysTold()
  expect(days).toHaveLength(DAYS_COUNTED)
  expect(days[0]).toEqual({ ...none, day: '2026-10-24', comments: 1 })
  expect(days.slice(-3)).toEqual([
    { ...none, day: '2026-11-20', opinions: 1 },
    { ...none, day: '2026-11-21', notes: 1 },
    { ...none, day: '2026-11-22', notes: 2, shares: 1 },
  ])
})

test('a day that is counted stays as it was, and goes when it is a month old', async () => {
  await node.mongo.collection('notes').deleteMany({ noteNo: { $lt: 0 } })
  now = new Date('2026-11-23T15:05:00Z')
  await node.app.cleanUp()
  expect((await daysTold()).at(-1)).toEqual({ ...none, day: '2026-11-22', notes: 2, shares: 1 })

  // Ten minutes after midnight all that began before is written.
  now = new Date('2026-11-23T15:10:00Z')
  await node.app.cleanUp()
  const days = await daysTold()
  expect(days.slice(-2)).toEqual([
    { ...none, day: '2026-11-22', notes: 2, shares: 1 },
    { ...none, day: '2026-11-23' },
  ])
  expect(days[0]?.day).toBe('2026-10-25')
  expect(await node.mongo.collection('dailyCounts').countDocuments()).toBe(DAYS_COUNTED)
})
