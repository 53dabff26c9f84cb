import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn } from '#protocol/accounts.ts'
import { disjoin, getUnread } from '#protocol/hubs.ts'
import { call } from '#tests/support/call.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { makeHub, newPerson, PASSWORD, shareNewNote, signedIn } from '#tests/support/person.ts'
import { startRedisCluster, type TestRedisCluster } from '#tests/support/redisCluster.ts'

/** Two nodes on a Redis Cluster of three: events, orders and common counts go through it as through one Redis. */
let redis: TestRedisCluster
let here: TestNode
let there: TestNode

beforeAll(async () => {
  redis = await startRedisCluster()
  const line = { mongoUrl: await emptyDatabase(), redisUrl: redis.url }
  here = await startNode(line)
  there = await startNode(line)
})
afterAll(async () => {
  await Promise.all([here.stop(), there.stop()])
  await redis.stop()
})

test('what is shared at one node is heard at the other, once', async () => {
  const author = await newPerson(here.url)
  const friend = await newPerson(there.url)
  const tab = await friend.listens()
  const hubNo = await makeHub(author, friend)
  await tab.receives('hub:added')
  await shareNewNote(author, hubNo)
  await tab.receives('note:shared')
  expect(await friend.does(getUnread, {})).toMatchObject({ hubs: [{ hubNo, numUnreadArticles: 1 }] })
  expect(tab.received.filter(({ name }) => name === 'note:shared')).toHaveLength(1)
  tab.close()
})

test('who is taken out of a room hears nothing more of it, from the answer on', async () => {
  const author = await newPerson(here.url)
  const friend = await newPerson(here.url)
  const [tab, elsewhere] = [await friend.listens(), await signedIn(there.url, friend.email)]
  const far = await elsewhere.listens()
  const hubNo = await makeHub(author, friend)
  await far.receives('hub:added')
  await friend.does(disjoin, { targetHubNo: hubNo })
  // Each order waits for the other node.
  expect(here.app.io.sockets.adapter.rooms.has(`hub:${hubNo}`)).toBe(false)
  expect(there.app.io.sockets.adapter.rooms.has(`hub:${hubNo}`)).toBe(false)
  tab.close()
  far.close()
})

test('the nodes count sockets and failed sign-ins together', async () => {
  const person = await newPerson(here.url)
  const { countSockets } = here.app.context.live
  // Those of the test before have closed, which a node hears later.
  await expect.poll(countSockets).toBe(0)
  const tabs = [await person.listens(), await (await signedIn(there.url, person.email)).listens()]
  expect(await countSockets()).toBe(2)
  for (const tab of tabs) tab.close()
  const keysBefore = redis.countKeys()
  const wrong = { email: person.email, password: `${PASSWORD}!` }
  await call(here.url, signIn, wrong)
  await call(there.url, signIn, wrong)
  expect(redis.countKeys()).toBeGreaterThan(keysBefore)
  expect(await here.app.health.readiness.look()).toEqual({ mongodb: true, redis: true, notStopping: true })
})
