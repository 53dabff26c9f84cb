import type { Connection } from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectMongo } from '#server/platform/mongo/connect.ts'
import { createCounters } from '#server/platform/mongo/counters.ts'
import { emptyDatabase } from '#tests/support/node.ts'

/** Two nodes that assign numbers of the same counters. */
let connections: Connection[]

beforeAll(async () => {
  const mongoUrl = await emptyDatabase()
  connections = await Promise.all([connectMongo(mongoUrl), connectMongo(mongoUrl)])
})
afterAll(() => Promise.all(connections.map(connection => connection.close())))

test('no number is assigned twice, however many concurrent requests there are at both nodes', async () => {
  const [firstNode, secondNode] = connections.map(createCounters)
  const asked = Array.from({ length: 350 }, (_, index) => (index % 2 ? firstNode : secondNode)?.next('note'))
  const given = await Promise.all(asked)
  expect(new Set(given).size).toBe(given.length)
})

test('numbers that lists are sorted by are in the order of time, whichever node assigns them', async () => {
  const [firstNode, secondNode] = connections.map(createCounters)
  const given: (number | undefined)[] = []
  for (let turn = 0; turn < 3; turn += 1)
    given.push(await firstNode?.next('comment'), await secondNode?.next('comment'))
  expect(given).toEqual([1, 2, 3, 4, 5, 6])
})

test('a block of numbers that could not be reserved is requested again', async () => {
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
