import type { Connection } from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectMongo } from '#server/platform/mongo/connect.ts'
import { createCounters } from '#server/platform/mongo/counters.ts'
import { emptyDatabase } from '#tests/support/node.ts'

/** Two nodes that hand out numbers of the same things. */
let connections: Connection[]

beforeAll(async () => {
  const mongoUrl = await emptyDatabase()
  connections = await Promise.all([connectMongo(mongoUrl), connectMongo(mongoUrl)])
})
afterAll(() => Promise.all(connections.map(connection => connection.close())))

test('no number is given twice, however many ask at both nodes at once', async () => {
  const [here, there] = connections.map(createCounters)
  const asked = Array.from({ length: 350 }, (_, index) => (index % 2 ? here : there)?.next('note'))
  const given = await Promise.all(asked)
  expect(new Set(given).size).toBe(given.length)
})

test('what lists are ordered by is numbered in the order of time, whichever node it is made at', async () => {
  const [here, there] = connections.map(createCounters)
  const given: (number | undefined)[] = []
  for (let turn = 0; turn < 3; turn += 1)
    given.push(await here?.next('comment'), await there?.next('comment'))
  expect(given).toEqual([1, 2, 3, 4, 5, 6])
})

test('a block that could not be taken is asked for again', async () => {
  const [connection] = connections
  if (connection === undefined) throw new Error('not connected')
  const counters = createCounters(connection)
  const model = connection.model('Counter')
  const { findOneAndUpdate } = model
  model.findOneAndUpdate = () => {
    throw new Error('away')
  }
  await expect(counters.next('hub')).rejects.toThrow('away')
  model.findOneAndUpdate = findOneAndUpdate
  expect(await counters.next('hub')).toBe(1)
})
