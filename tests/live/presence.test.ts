import { beforeEach, expect, inject, test } from 'vitest'
import { disjoin } from '#protocol/hubs.ts'
import { createCatchUp } from '#tests/support/catchUp.ts'
import { openTwoNodes, startNode } from '#tests/support/node.ts'
import { portOf, startTcpProxy } from '#tests/support/tcpProxy.ts'
import type { TestSocket } from '#tests/support/testSocket.ts'
import { makeHub, newUser, type TestUser } from '#tests/support/users.ts'

/** The viewers of a hub’s discussion, published by two nodes. */
const { firstNode, secondNode, mongoUrl } = await openTwoNodes()
let user: TestUser
let friend: TestUser
let hubNo: number
let tab: TestSocket
let friendsTab: TestSocket

beforeEach(async () => {
  user = await newUser(firstNode.url)
  friend = await newUser(secondNode.url)
  hubNo = await makeHub(user, friend)
  tab = await user.openSocket()
  friendsTab = await friend.openSocket()
})

/** Resolves when the presence of both nodes, merged as the client merges it, is as expected. */
async function waitForViewers(listener: TestSocket, hub: number, ...users: TestUser[]): Promise<void> {
  const expected = users.map(({ userNo }) => userNo).sort()
  await listener.waitForEvent('presence:changed', () => {
    const byNode = new Map<string, number[]>()
    for (const event of listener.received)
      if (event.name === 'presence:changed' && event.payload.hubNo === hub)
        byNode.set(event.payload.nodeId, event.payload.userNos)
    const looking = [...new Set([...byNode.values()].flat())].sort()
    return JSON.stringify(looking) === JSON.stringify(expected)
  })
}

test('a new viewer is visible at both nodes, and receives the viewers who were there before', async () => {
  tab.socket.emit('presence:enter', { hubNo })
  await waitForViewers(friendsTab, hubNo, user)
  friendsTab.close()
  friendsTab = await friend.openSocket()
  friendsTab.socket.emit('presence:enter', { hubNo })
  await waitForViewers(friendsTab, hubNo, user, friend)
  await waitForViewers(tab, hubNo, user, friend)
})

test('a viewer who leaves, views another hub or loses the connection disappears', async () => {
  const other = await makeHub(friend, user, await newUser(firstNode.url))
  for (const listener of [tab, friendsTab]) listener.socket.emit('presence:enter', { hubNo })
  await waitForViewers(tab, hubNo, user, friend)

  friendsTab.socket.emit('presence:enter', { hubNo: other })
  await waitForViewers(tab, hubNo, user)
  await waitForViewers(tab, other, friend)
  friendsTab.socket.emit('presence:leave', { hubNo: other })
  await waitForViewers(tab, other)

  friendsTab.socket.emit('presence:enter', { hubNo })
  await waitForViewers(tab, hubNo, user, friend)
  friendsTab.close()
  await waitForViewers(tab, hubNo, user)
})

test('a viewer with two tabs is present until the second tab leaves', async () => {
  const second = await friend.openSocket(firstNode.url)
  for (const listener of [friendsTab, second]) listener.socket.emit('presence:enter', { hubNo })
  await waitForViewers(tab, hubNo, friend)
  friendsTab.close()
  await tab.waitForEvent('presence:changed', ({ userNos }) => userNos.length === 0)
  await waitForViewers(tab, hubNo, friend)
  second.close()
  await waitForViewers(tab, hubNo)
})

test('a non-member is not shown as a viewer and receives no viewers, and malformed events do nothing', async () => {
  const outsider = await newUser(secondNode.url)
  const catchUp = await createCatchUp(user, outsider)
  const outsidersTab = await outsider.openSocket()
  outsidersTab.socket.emit('presence:enter', { hubNo })
  const unruly = outsidersTab.socket as unknown as { emit(name: string, ...payload: unknown[]): void }
  for (const payload of [undefined, null, 'x', { hubNo: { $gt: 0 } }, { hubNo: -1 }, {}])
    for (const name of ['presence:enter', 'presence:leave']) unruly.emit(name, payload)
  tab.socket.emit('presence:enter', { hubNo })
  await waitForViewers(friendsTab, hubNo, user)
  await catchUp(outsidersTab)
  expect(outsidersTab.received.map(({ name }) => name)).not.toContain('presence:changed')
  expect(JSON.stringify(friendsTab.received)).not.toContain(`[${outsider.userNo}]`)
})

test('a member who left the hub is no longer published as a viewer', async () => {
  const other = await newUser(firstNode.url)
  const shared = await makeHub(user, friend, other)
  for (const listener of [tab, friendsTab]) listener.socket.emit('presence:enter', { hubNo: shared })
  await waitForViewers(tab, shared, user, friend)
  await friend.call(disjoin, { targetHubNo: shared })
  await waitForViewers(tab, shared, user)
  const remaining = await other.openSocket()
  remaining.socket.emit('presence:enter', { hubNo: shared })
  await waitForViewers(tab, shared, user, other)
  const receivedBefore = friendsTab.received.length
  tab.socket.emit('presence:leave', { hubNo: shared })
  await waitForViewers(remaining, shared, other)
  expect(friendsTab.received.slice(receivedBefore).map(({ name }) => name)).not.toContain('presence:changed')
})

/** Starts a third node where the friend views the hub; resolves once the other user sees them. */
async function viewAtThirdNode(redisUrl: string) {
  const third = await startNode({ mongoUrl: mongoUrl, redisUrl })
  const thirdTab = await friend.openSocket(third.url)
  thirdTab.socket.io.reconnection(false)
  thirdTab.socket.emit('presence:enter', { hubNo })
  const { nodeId } = await tab.waitForEvent('presence:changed', ({ userNos }) =>
    userNos.includes(friend.userNo),
  )
  return { third, thirdTab, nodeId }
}

test('when a node stops, its viewers are immediately published as gone', async () => {
  const { third, nodeId } = await viewAtThirdNode(inject('redisUrl'))
  await third.stop()
  expect(await tab.waitForEvent('node:gone')).toEqual({ nodeId })
  expect(await friendsTab.waitForEvent('node:gone')).toEqual({ nodeId })
})

test('when a node dies, its viewers are published as gone as soon as its heartbeat is missed', async () => {
  const proxy = await startTcpProxy(portOf(inject('redisUrl')))
  const { third, thirdTab, nodeId } = await viewAtThirdNode(`redis://127.0.0.1:${proxy.port}`)
  proxy.cut()
  expect(await tab.waitForEvent('node:gone')).toEqual({ nodeId })
  thirdTab.close()
  await third.stop()
  await proxy.stop()
})

test('a user who has a note of the hub open counts as a viewer of the hub, with the number of the note', async () => {
  friendsTab.socket.emit('presence:enter', { hubNo, noteNo: 7 })
  await waitForViewers(tab, hubNo, friend)
  const reading = { noteNo: 7, userNos: [friend.userNo] }
  await tab.waitForEvent(
    'presence:changed',
    ({ readers }) => JSON.stringify(readers) === JSON.stringify([reading]),
  )
  // Back in the list of the same hub: still present, but with no note open.
  friendsTab.socket.emit('presence:enter', { hubNo })
  await tab.waitForEvent(
    'presence:changed',
    ({ readers, userNos }) => readers?.length === 0 && userNos.includes(friend.userNo),
  )
  friendsTab.socket.emit('presence:leave', { hubNo })
  await waitForViewers(tab, hubNo)
})
