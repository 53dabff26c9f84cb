import { expect, onTestFinished, test } from 'vitest'
import { emptyDatabase, startNode } from '#tests/support/node.ts'
import { startTestRedis } from '#tests/support/services.ts'
import { openSocket, openVisitorSocket } from '#tests/support/testSocket.ts'
import { newUser } from '#tests/support/users.ts'

const TOLD_WITHIN_MS = 3_000

test('while the nodes are partitioned, sockets are told once that events may be late, and once when it is over', async () => {
  const redis = await startTestRedis()
  onTestFinished(redis.stop)
  const options = { mongoUrl: await emptyDatabase(), redisUrl: redis.url }
  const nodes = [await startNode(options), await startNode(options)]
  onTestFinished(async () => {
    await Promise.all(nodes.map(node => node.stop()))
  })
  const users = await Promise.all(nodes.map(node => newUser(node.url)))
  const [first] = users
  if (!first) throw new Error('no person')
  const tabs = await Promise.all([
    ...users.map(({ url, token }) => openSocket(url, token)),
    ...nodes.map(({ url }) => openVisitorSocket(url)),
  ])
  const outageEventsOf = (tab: (typeof tabs)[number]) =>
    tab.received.filter(({ name }) => name === 'news:delayed')

  const cutAt = performance.now()
  await redis.kill()
  for (const tab of tabs) await tab.waitForEvent('news:delayed', ({ isDelayed }) => isDelayed)
  expect(performance.now() - cutAt).toBeLessThan(TOLD_WITHIN_MS)
  const newcomer = await openSocket(first.url, first.token)
  await newcomer.waitForEvent('news:delayed', ({ isDelayed }) => isDelayed)
  tabs.push(newcomer)

  await redis.restart()
  for (const tab of tabs) {
    await tab.waitForEvent('news:delayed', ({ isDelayed }) => !isDelayed)
    await tab.waitForEvent('sync:needed')
    expect(outageEventsOf(tab)).toHaveLength(2)
    tab.close()
  }
})
