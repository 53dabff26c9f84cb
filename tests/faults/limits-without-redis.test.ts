import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn } from '#protocol/accounts.ts'
import { call } from '#tests/support/call.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { startTestRedis, type TestRedis } from '#tests/support/services.ts'
import { newUser, PASSWORD } from '#tests/support/users.ts'

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

test('users can sign in while Redis is down, and the node counts locally until it is back', async () => {
  const [user, guessed] = [await newUser(node.url), await newUser(node.url)]
  const guess = async () => (await call(node.url, signIn, { email: guessed.email, password: 'wrong' })).status
  await redis.kill()
  const { body } = await call(node.url, signIn, { email: user.email, password: PASSWORD })
  expect(body.authenticated).toBe(true)
  await expect.poll(guess, { timeout: 15_000, interval: 1 }).toBe(429)

  await redis.restart()
  // The counters start again, then shared by all nodes.
  await expect.poll(guess, { timeout: 15_000, interval: 20 }).toBe(200)
  await expect.poll(guess, { timeout: 15_000, interval: 20 }).toBe(429)
})
