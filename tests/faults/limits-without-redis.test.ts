import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn } from '#protocol/accounts.ts'
import { call } from '#tests/support/call.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { newPerson, PASSWORD } from '#tests/support/person.ts'
import { startTestRedis, type TestRedis } from '#tests/support/services.ts'

let redis: TestRedis
let node: TestNode

beforeAll(async () => {
  redis = await startTestRedis()
  node = await startNode({ mongoUrl: await emptyDatabase(), redisUrl: redis.url, rateLimitScale: 1 })
})
afterAll(async () => {
  await node.stop()
  await redis.stop()
})

test('people sign in while Redis is away, and the node counts by itself until it is back', async () => {
  const [person, guessed] = [await newPerson(node.url), await newPerson(node.url)]
  const guess = async () => (await call(node.url, signIn, { email: guessed.email, password: 'wrong' })).status
  await redis.kill()
  const { body } = await call(node.url, signIn, { email: person.email, password: PASSWORD })
  expect(body.authenticated).toBe(true)
  await expect.poll(guess, { timeout: 15_000, interval: 1 }).toBe(429)

  await redis.restart()
  // Counted anew, and then by all nodes together.
  await expect.poll(guess, { timeout: 15_000, interval: 20 }).toBe(200)
  await expect.poll(guess, { timeout: 15_000, interval: 20 }).toBe(429)
})
