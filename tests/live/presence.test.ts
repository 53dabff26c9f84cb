import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { disjoin } from '#protocol/hubs.ts'
import { catchUpWith } from '#tests/support/catchUp.ts'
import type { Listener } from '#tests/support/listener.ts'
import { startNode } from '#tests/support/node.ts'
import { makeHub, newPerson, type Person } from '#tests/support/person.ts'
import { portOf, startLine } from '#tests/support/tcpProxy.ts'
import { startTwoNodes } from '#tests/support/twoNodes.ts'

/** Who looks at a hub's discussion, told by two nodes. */
let nodes: Awaited<ReturnType<typeof startTwoNodes>>
let person: Person
let friend: Person
let hubNo: number
let tab: Listener
let friendsTab: Listener

beforeAll(async () => {
  nodes = await startTwoNodes()
})
afterAll(() => nodes.stop())
beforeEach(async () => {
  person = await newPerson(nodes.here.url)
  friend = await newPerson(nodes.there.url)
  hubNo = await makeHub(person, friend)
  tab = await person.listens()
  friendsTab = await friend.listens()
  return () => {
    tab.close()
    friendsTab.close()
  }
})

/** What each node last said, merged as a client does; resolves when it is this. */
async function seesLooking(listener: Listener, hub: number, ...people: Person[]): Promise<void> {
  const expected = people.map(({ userNo }) => userNo).sort()
  await listener.receives('presence:changed', () => {
    const byNode = new Map<string, number[]>()
    for (const event of listener.received)
      if (event.name === 'presence:changed' && event.payload.hubNo === hub)
        byNode.set(event.payload.nodeId, event.payload.userNos)
    const looking = [...new Set([...byNode.values()].flat())].sort()
    return JSON.stringify(looking) === JSON.stringify(expected)
  })
}

test('whoever comes is seen at both nodes, and sees who was there before', async () => {
  tab.socket.emit('presence:enter', { hubNo })
  await seesLooking(friendsTab, hubNo, person)
  friendsTab.close()
  friendsTab = await friend.listens()
  friendsTab.socket.emit('presence:enter', { hubNo })
  await seesLooking(friendsTab, hubNo, person, friend)
  await seesLooking(tab, hubNo, person, friend)
})

test('whoever leaves, looks at another hub or loses the line is gone', async () => {
  const other = await makeHub(friend, person, await newPerson(nodes.here.url))
  for (const listener of [tab, friendsTab]) listener.socket.emit('presence:enter', { hubNo })
  await seesLooking(tab, hubNo, person, friend)

  friendsTab.socket.emit('presence:enter', { hubNo: other })
  await seesLooking(tab, hubNo, person)
  await seesLooking(tab, other, friend)
  friendsTab.socket.emit('presence:leave', { hubNo: other })
  await seesLooking(tab, other)

  friendsTab.socket.emit('presence:enter', { hubNo })
  await seesLooking(tab, hubNo, person, friend)
  friendsTab.close()
  await seesLooking(tab, hubNo, person)
})

test('somebody with two tabs is there until the second one goes', async () => {
  const second = await friend.listens(nodes.here.url)
  for (const listener of [friendsTab, second]) listener.socket.emit('presence:enter', { hubNo })
  await seesLooking(tab, hubNo, friend)
  friendsTab.close()
  await tab.receives('presence:changed', ({ userNos }) => userNos.length === 0)
  await seesLooking(tab, hubNo, friend)
  second.close()
  await seesLooking(tab, hubNo)
})

test('a stranger neither is seen in a hub nor hears who is, and nonsense does nothing', async () => {
  const stranger = await newPerson(nodes.there.url)
  const catchUp = await catchUpWith(person, stranger)
  const strangersTab = await stranger.listens()
  strangersTab.socket.emit('presence:enter', { hubNo })
  const unruly = strangersTab.socket as unknown as { emit(name: string, ...said: unknown[]): void }
  for (const said of [undefined, null, 'x', { hubNo: { $gt: 0 } }, { hubNo: -1 }, {}])
    for (const name of ['presence:enter', 'presence:leave']) unruly.emit(name, said)
  tab.socket.emit('presence:enter', { hubNo })
  await seesLooking(friendsTab, hubNo, person)
  await catchUp(strangersTab)
  expect(strangersTab.received.map(({ name }) => name)).not.toContain('presence:changed')
  expect(JSON.stringify(friendsTab.received)).not.toContain(`[${stranger.userNo}]`)
  strangersTab.close()
})

test('a member who left the hub is not told to be looking any more', async () => {
  const other = await newPerson(nodes.here.url)
  const shared = await makeHub(person, friend, other)
  for (const listener of [tab, friendsTab]) listener.socket.emit('presence:enter', { hubNo: shared })
  await seesLooking(tab, shared, person, friend)
  await friend.does(disjoin, { targetHubNo: shared })
  await seesLooking(tab, shared, person)
  const remaining = await other.listens()
  remaining.socket.emit('presence:enter', { hubNo: shared })
  await seesLooking(tab, shared, person, other)
  const receivedBefore = friendsTab.received.length
  tab.socket.emit('presence:leave', { hubNo: shared })
  await seesLooking(remaining, shared, other)
  expect(friendsTab.received.slice(receivedBefore).map(({ name }) => name)).not.toContain('presence:changed')
  remaining.close()
})

/** A node of its own beside the two, where the friend looks; resolves once the person sees them. */
async function friendLooksAtThirdNode(redisUrl: string) {
  const third = await startNode({ mongoUrl: nodes.mongoUrl, redisUrl })
  const thirdTab = await friend.listens(third.url)
  thirdTab.socket.io.reconnection(false)
  thirdTab.socket.emit('presence:enter', { hubNo })
  const { nodeId } = await tab.receives('presence:changed', ({ userNos }) => userNos.includes(friend.userNo))
  return { third, thirdTab, nodeId }
}

test('whoever looked at a node that stops is told at once to be gone with it', async () => {
  const { third, nodeId } = await friendLooksAtThirdNode(inject('redisUrl'))
  await third.stop()
  expect(await tab.receives('node:gone')).toEqual({ nodeId })
  expect(await friendsTab.receives('node:gone')).toEqual({ nodeId })
})

test('whoever looked at a node that dies is told to be gone with it as soon as it is missed', async () => {
  const line = await startLine(portOf(inject('redisUrl')))
  const { third, thirdTab, nodeId } = await friendLooksAtThirdNode(`redis://127.0.0.1:${line.port}`)
  line.cut()
  expect(await tab.receives('node:gone')).toEqual({ nodeId })
  thirdTab.close()
  await third.stop()
  await line.stop()
})

test('who has a note of the room open looks at the room, too, and is told with the note', async () => {
  friendsTab.socket.emit('presence:enter', { hubNo, noteNo: 7 })
  await seesLooking(tab, hubNo, friend)
  const reading = { noteNo: 7, userNos: [friend.userNo] }
  await tab.receives(
    'presence:changed',
    ({ readers }) => JSON.stringify(readers) === JSON.stringify([reading]),
  )
  // Back in the list of the same room: still there, and reads no more.
  friendsTab.socket.emit('presence:enter', { hubNo })
  await tab.receives(
    'presence:changed',
    ({ readers, userNos }) => readers?.length === 0 && userNos.includes(friend.userNo),
  )
  friendsTab.socket.emit('presence:leave', { hubNo })
  await seesLooking(tab, hubNo)
})
