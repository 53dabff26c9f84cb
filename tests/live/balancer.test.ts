import { readFileSync } from 'node:fs'
import { afterAll, expect, inject, test } from 'vitest'
import { getHubs, getUnread } from '#protocol/hubs.ts'
import { exportData } from '#protocol/myInfo.ts'
import { startBalancer } from '#tests/support/balancer.ts'
import { request } from '#tests/support/call.ts'
import { openNodes, type TestNode } from '#tests/support/node.ts'
import { openVisitorSocket } from '#tests/support/testSocket.ts'
import { makeHub, newUser, newUsers, shareNewNote } from '#tests/support/users.ts'

/** Three nodes behind the load balancer of `docs/cluster/nginx.conf`, which picks the node of each request. */
const options = { redisUrl: inject('redisUrl'), trustProxy: 1 }
const nodes: TestNode[] = await openNodes(options, options, options)
const balancer = await startBalancer(nodes.map(({ url }) => url))
afterAll(balancer.stop)

test('tabs are spread over the nodes, and each receives a share and shows its unread number', async () => {
  const [author, friend] = await newUsers(balancer.url, balancer.url)
  const hubNo = await makeHub(author, friend)
  const tabs = await Promise.all([1, 2, 3, 4, 5, 6].map(() => friend.openSocket()))
  const atNodes = nodes.map(({ app }) => app.io.sockets.sockets.size)
  expect(Math.min(...atNodes), String(atNodes)).toBeGreaterThan(0)
  await shareNewNote(author, hubNo)
  for (const tab of tabs)
    await tab.waitForEvent('note:shared', ({ unread }) => unread?.numUnreadArticles === 1)
  expect((await friend.call(getHubs, {})).hubs).toMatchObject([{ hubNo, numUnreadArticles: 1 }])
})

test('a visitor can view the agora, and an archive downloads completely', async () => {
  const visitor = await openVisitorSocket(balancer.url)
  visitor.close()
  const user = await newUser(balancer.url)
  const archive = await request(balancer.url, exportData, {}, user.token)
  expect(archive.status).toBe(200)
  expect(new Uint8Array(await archive.arrayBuffer()).subarray(0, 2)).toEqual(new TextEncoder().encode('PK'))
})

test('the nodes ignore forwarding headers that a visitor sends', async () => {
  const headers = { 'X-Forwarded-For': '203.0.113.9', 'X-Request-Id': 'chosen-by-me' }
  const answer = await fetch(`${balancer.url}/api/health`, { headers })
  expect(answer.headers.get('X-Request-Id')).toMatch(/^[0-9a-f]{32}$/)
})

test('the proxy closes an idle connection before the node does, so that no request meets a closing connection', async () => {
  const { headers } = await fetch(`${nodes[0]?.url}/api/health`)
  const timeout = Number(headers.get('Keep-Alive')?.match(/^timeout=(\d+)$/)?.[1])
  const settings = { 'nginx.conf': /keepalive_timeout (\d+)s;/, Caddyfile: /keepalive (\d+)s\n/ }
  for (const [name, written] of Object.entries(settings)) {
    const path = new URL(`../../docs/cluster/${name}`, import.meta.url)
    expect(Number(readFileSync(path, 'utf8').match(written)?.[1]), name).toBeLessThan(timeout)
  }
})

test('visitors cannot read the metrics of the nodes', async () => {
  expect((await fetch(`${balancer.url}/metrics`)).status).toBe(404)
})

test('when a node is gone its users continue at the other nodes', async () => {
  const [author, friend] = await newUsers(balancer.url, balancer.url)
  const hubNo = await makeHub(author, friend)
  await nodes.shift()?.stop()
  for (let asked = 0; asked < 6; asked += 1) await friend.call(getUnread, {})
  const tab = await friend.openSocket()
  await shareNewNote(author, hubNo)
  await tab.waitForEvent('note:shared')
})
