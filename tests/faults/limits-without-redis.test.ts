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

test('people sign in while Redis is away, and are counted again when it is back', async () => {
  const { email } = await newPerson(node.url)
  const attempt = async (password: string) => (await call(node.url, signIn, { email, password })).status
  await redis.kill()
  for (let index = 0; index < 25; index += 1) expect(await attempt('wrong')).toBe(200)
  const { body } = await call(node.url, signIn, { email, password: PASSWORD })
  expect(body.authenticated).toBe(true)

  await redis.restart()
  await expect.poll(() => attempt('wrong'), { timeout: 15_000, interval: 20 }).toBe(429)
})
