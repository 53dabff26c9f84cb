import { beforeEach, expect, inject, test } from 'vitest'
import { PROTOCOL_VERSION } from '#protocol/call.ts'
import { socketLimits } from '#server/limits.ts'
import { createCatchUp } from '#tests/support/catchUp.ts'
import { openNodes } from '#tests/support/node.ts'
import { handshakeError, openVisitorSocket, type TestSocket } from '#tests/support/testSocket.ts'
import { makeHub, newUser, shareNewNote, type TestUser } from '#tests/support/users.ts'

/** Two nodes with the production limits, and one without limits, for sign-ups and calls. */
const redisUrl = inject('redisUrl')
const strict = { redisUrl, rateLimitScale: 1 }
const [firstNode, secondNode, unlimited] = await openNodes(strict, strict, { redisUrl })
let user: TestUser
let friend: TestUser
let catchUp: (...tabs: TestSocket[]) => Promise<void>
let thread: { hubNo: number; noteNo: number }

beforeEach(async () => {
  user = await newUser(unlimited.url)
  friend = await newUser(unlimited.url)
  catchUp = await createCatchUp(user, friend)
  const hubNo = await makeHub(user, friend, await newUser(unlimited.url))
  thread = { hubNo, noteNo: await shareNewNote(user, hubNo) }
})

/** Opens a tab that does not reconnect. */
async function openOnce(opening: Promise<TestSocket>): Promise<TestSocket> {
  const tab = await opening
  tab.socket.io.reconnection(false)
  return tab
}

/** Stops reading from the socket, like a client whose program or network is blocked. */
function pauseReading({ socket }: TestSocket): void {
  const { ws } = socket.io.engine.transport as unknown as { ws: { pause(): void } }
  ws.pause()
}
const closeReason = ({ socket }: TestSocket) => new Promise(resolve => socket.once('disconnect', resolve))

test('typing events are limited per user, across all of their tabs', async () => {
  const friendsTab = await openOnce(friend.openSocket(firstNode.url))
  const writing = await Promise.all(Array.from({ length: 5 }, () => openOnce(user.openSocket(firstNode.url))))
  for (let count = 0; count < 5; count += 1)
    for (const { socket } of writing) socket.emit('comment:composing', thread)
  await friendsTab.waitForEvent('comment:composing')
  await catchUp(friendsTab)
  const received = friendsTab.received.filter(({ name }) => name === 'comment:composing')
  // More than one only if the machine took longer than a second for all of them.
  expect(received.length).toBeLessThan(writing.length)
  expect(writing.map(({ socket }) => socket.connected)).not.toContain(false)
})

test('a socket that floods presence events is closed with the reason, and others still receive events', async () => {
  const friendsTab = await openOnce(friend.openSocket(firstNode.url))
  const tab = await openOnce(user.openSocket(firstNode.url))
  const closed = closeReason(tab)
  for (let count = 0; count < 2 * socketLimits.events.presence.user.burst; count += 1)
    tab.socket.emit(count % 2 === 0 ? 'presence:enter' : 'presence:leave', thread)
  expect(await tab.waitForEvent('socket:ended')).toEqual({ reason: 'flooding' })
  await closed
  await catchUp(friendsTab)
  expect(friendsTab.socket.connected).toBe(true)
})

test('a visitor who floods is disconnected with the reason, and others still receive events', async () => {
  const friendsTab = await openOnce(friend.openSocket(firstNode.url))
  const visitor = await openOnce(openVisitorSocket(firstNode.url))
  const closed = closeReason(visitor)
  const unruly = visitor.socket as unknown as { emit(name: string, count: number): void }
  for (let count = 0; count < 1_000; count += 1) unruly.emit('nonsense', count)
  expect(await visitor.waitForEvent('socket:ended')).toEqual({ reason: 'flooding' })
  await closed
  await openOnce(openVisitorSocket(firstNode.url))
  await catchUp(friendsTab)
})

test('the number of sockets of a user is limited per node', async () => {
  const auth = { token: user.token, protocol: PROTOCOL_VERSION }
  for (let open = 0; open < socketLimits.maxSockets.user; open += 1)
    await openOnce(user.openSocket(firstNode.url))
  expect(await handshakeError(firstNode.url, auth)).toBe('crowded')
  await openOnce(user.openSocket(secondNode.url))
  await openOnce(friend.openSocket(firstNode.url))
})

test('a client that does not read is disconnected before its send buffer grows, and can reconnect', async () => {
  const unread = await openOnce(friend.openSocket(firstNode.url))
  pauseReading(unread)
  const { hubNo, noteNo } = thread
  const [server] = await firstNode.app.io.in(`user:${friend.userNo}`).fetchSockets()
  const [socket] = [...firstNode.app.io.sockets.sockets.values()].filter(({ id }) => id === server?.id)
  const { conn } = socket as unknown as { conn: { writeBuffer: unknown[] } }
  const cutOff = new Promise<string>(resolve => socket?.once('disconnect', resolve))
  const text = '가'.repeat(500)
  // More than the buffers of the system and of the server hold.
  for (let sent = 0; sent < 20_000 && socket?.connected; sent += 1) {
    firstNode.app.context.live.emitToUser(friend.userNo, 'comment:composing', {
      hubNo,
      noteNo,
      userNo: 1,
      userName: text,
    })
    if (sent % 100 === 0) await new Promise(setImmediate)
  }
  expect(await cutOff).toBe('forced close')
  expect(conn.writeBuffer.length).toBeLessThanOrEqual(2 * socketLimits.sendBuffer.packets)
  await catchUp(await openOnce(friend.openSocket(firstNode.url)))
})
