import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { signIn } from '#protocol/accounts.ts'
import { disjoin, getUnread } from '#protocol/hubs.ts'
import { call } from '#tests/support/call.ts'
import { openNodes } from '#tests/support/node.ts'
import { makeHub, newUser, PASSWORD, shareNewNote, signInUser } from '#tests/support/users.ts'
import { freePort, launchRedis } from '../support/services.ts'

/** Two nodes on a Redis Cluster of three: events, cluster commands and shared counters work as on one Redis. */
const redisCluster = await startRedisCluster()
const options = { redisUrl: redisCluster.url }
const [firstNode, secondNode] = await openNodes(options, options)
afterAll(redisCluster.stop)

test('a share at one node is received at the other, once', async () => {
  const author = await newUser(firstNode.url)
  const friend = await newUser(secondNode.url)
  const tab = await friend.openSocket()
  const hubNo = await makeHub(author, friend)
  await tab.waitForEvent('hub:added')
  await shareNewNote(author, hubNo)
  await tab.waitForEvent('note:shared')
  expect(await friend.call(getUnread, {})).toMatchObject({ hubs: [{ hubNo, numUnreadArticles: 1 }] })
  expect(tab.received.filter(({ name }) => name === 'note:shared')).toHaveLength(1)
})

test('a user removed from a hub receives nothing more of it after the response', async () => {
  const author = await newUser(firstNode.url)
  const friend = await newUser(firstNode.url)
  await friend.openSocket()
  const otherSession = await signInUser(secondNode.url, friend.email)
  const far = await otherSession.openSocket()
  const hubNo = await makeHub(author, friend)
  await far.waitForEvent('hub:added')
  await friend.call(disjoin, { targetHubNo: hubNo })
  // Each cluster command waits for the other node.
  expect(firstNode.app.io.sockets.adapter.rooms.has(`hub:${hubNo}`)).toBe(false)
  expect(secondNode.app.io.sockets.adapter.rooms.has(`hub:${hubNo}`)).toBe(false)
})

test('the nodes share their counters of sockets and failed sign-ins', async () => {
  const user = await newUser(firstNode.url)
  const { countSockets } = firstNode.app.context.live
  // The sockets of the previous test have closed, which a node notices later.
  await expect.poll(countSockets).toBe(0)
  const tabs = [await user.openSocket(), await (await signInUser(secondNode.url, user.email)).openSocket()]
  expect(await countSockets()).toBe(2)
  for (const tab of tabs) tab.close()
  const before = new Set(redisCluster.keys())
  const wrong = { email: user.email, password: `${PASSWORD}!` }
  await call(firstNode.url, signIn, wrong)
  await call(secondNode.url, signIn, wrong)
  // Others may have expired meanwhile.
  expect(redisCluster.keys().filter(key => !before.has(key))).not.toEqual([])
  expect(await firstNode.app.health.readiness.check()).toEqual({
    mongodb: true,
    redis: true,
    notStopping: true,
  })
})

interface TestRedisCluster {
  /** The addresses of all members, separated by commas. */
  url: string

  /** Of all members. */
  keys(): string[]
  stop(): Promise<void>
}

/** Three Redis servers in one cluster; each stores only its cluster configuration, in its own file. */
async function startRedisCluster(): Promise<TestRedisCluster> {
  const directory = await mkdtemp(join(tmpdir(), 'geulmaru-redis-'))
  const ports = [await freePort(), await freePort(), await freePort()]
  const servers = await Promise.all(
    ports.map(async port =>
      launchRedis(port, {
        dir: directory,
        'cluster-enabled': 'yes',
        'cluster-config-file': `${port}.conf`,
        // The default is the port plus 10,000, which may be out of range.
        'cluster-port': String(await freePort()),
        'cluster-node-timeout': '2000',
      }),
    ),
  )
  const members = ports.map(port => `127.0.0.1:${port}`)
  execFileSync('redis-cli', ['--cluster', 'create', ...members, '--cluster-yes'], { timeout: 20_000 })
  return {
    url: members.map(member => `redis://${member}`).join(),
    keys: () =>
      ports.flatMap(port =>
        execFileSync('redis-cli', ['-p', `${port}`, 'keys', '*'], { encoding: 'utf8' })
          .split('\n')
          .filter(key => key !== ''),
      ),
    async stop() {
      await Promise.all(servers.map(server => server.end('SIGKILL')))
      await rm(directory, { recursive: true, force: true })
    },
  }
}
