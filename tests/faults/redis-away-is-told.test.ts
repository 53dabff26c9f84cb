import { expect, onTestFinished, test } from 'vitest'
import { listen, visit } from '#tests/support/listener.ts'
import { emptyDatabase, startNode } from '#tests/support/node.ts'
import { newPerson } from '#tests/support/person.ts'
import { startTestRedis } from '#tests/support/services.ts'

const TOLD_WITHIN_MS = 3_000

test('while nodes cannot hear each other their sockets are told that news may be late, once, and when it is over', async () => {
  const redis = await startTestRedis()
  onTestFinished(redis.stop)
  const line = { mongoUrl: await emptyDatabase(), redisUrl: redis.url }
  const nodes = [await startNode(line), await startNode(line)]
  onTestFinished(async () => {
    await Promise.all(nodes.map(node => node.stop()))
  })
  const people = await Promise.all(nodes.map(node => newPerson(node.url)))
  const [first] = people
  if (!first) throw new Error('no person')
  const tabs = await Promise.all([
    ...people.map(({ url, token }) => listen(url, token)),
    ...nodes.map(({ url }) => visit(url)),
  ])
  const toldOf = (tab: (typeof tabs)[number]) => tab.received.filter(({ name }) => name === 'news:delayed')

  const cutAt = performance.now()
  await redis.kill()
  for (const tab of tabs) await tab.receives('news:delayed', ({ isDelayed }) => isDelayed)
  expect(performance.now() - cutAt).toBeLessThan(TOLD_WITHIN_MS)
  const newcomer = await listen(first.url, first.token)
  await newcomer.receives('news:delayed', ({ isDelayed }) => isDelayed)
  tabs.push(newcomer)

  await redis.restart()
  for (const tab of tabs) {
    await tab.receives('news:delayed', ({ isDelayed }) => !isDelayed)
    await tab.receives('sync:needed')
    expect(toldOf(tab)).toHaveLength(2)
    tab.close()
  }
})
