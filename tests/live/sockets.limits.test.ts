import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { PROTOCOL_VERSION } from '#protocol/version.ts'
import { socketLimits } from '#server/limits.ts'
import { catchUpWith } from '#tests/support/catchUp.ts'
import { type Listener, rejectedBy, visit } from '#tests/support/listener.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { makeHub, newPerson, type Person, shareNewNote } from '#tests/support/person.ts'

/** Two nodes with the limits as they are, and one without, where people sign up and make their calls. */
let here: TestNode
let there: TestNode
let unlimited: TestNode
let person: Person
let friend: Person
let catchUp: (...tabs: Listener[]) => Promise<void>
let thread: { hubNo: number; noteNo: number }
const tabs: Listener[] = []

beforeAll(async () => {
  const line = { mongoUrl: await emptyDatabase(), redisUrl: inject('redisUrl') }
  here = await startNode({ ...line, rateLimitScale: 1 })
  there = await startNode({ ...line, rateLimitScale: 1 })
  unlimited = await startNode(line)
})
afterAll(() => Promise.all([here, there, unlimited].map(node => node.stop())))
beforeEach(async () => {
  person = await newPerson(unlimited.url)
  friend = await newPerson(unlimited.url)
  catchUp = await catchUpWith(person, friend)
  const hubNo = await makeHub(person, friend, await newPerson(unlimited.url))
  thread = { hubNo, noteNo: await shareNewNote(person, hubNo) }
})
afterEach(() => {
  for (const tab of tabs.splice(0)) tab.close()
})

/** A tab that does not come again by itself. */
async function openOnce(opening: Promise<Listener>): Promise<Listener> {
  const tab = await opening
  tab.socket.io.reconnection(false)
  tabs.push(tab)
  return tab
}
/** As somebody whose program, or line, takes nothing any more. */
function pauseReading({ socket }: Listener): void {
  const { ws } = socket.io.engine.transport as unknown as { ws: { pause(): void } }
  ws.pause()
}
const goneFrom = ({ socket }: Listener) => new Promise(resolve => socket.once('disconnect', resolve))

test('that somebody is writing is counted for the person, however many tabs they write in', async () => {
  const friendsTab = await openOnce(friend.listens(here.url))
  const writing = await Promise.all(Array.from({ length: 5 }, () => openOnce(person.listens(here.url))))
  for (let said = 0; said < 5; said += 1)
    for (const { socket } of writing) socket.emit('comment:composing', thread)
  await friendsTab.receives('comment:composing')
  await catchUp(friendsTab)
  const received = friendsTab.received.filter(({ name }) => name === 'comment:composing')
  // More than one only where the machine took longer than a second to hear them all.
  expect(received.length).toBeLessThan(writing.length)
  expect(writing.map(({ socket }) => socket.connected)).not.toContain(false)
})

test('who says over and over where they look is ended with the reason, and others go on hearing', async () => {
  const friendsTab = await openOnce(friend.listens(here.url))
  const tab = await openOnce(person.listens(here.url))
  const gone = goneFrom(tab)
  for (let said = 0; said < 2 * socketLimits.events.presence.person.atOnce; said += 1)
    tab.socket.emit(said % 2 === 0 ? 'presence:enter' : 'presence:leave', thread)
  expect(await tab.receives('socket:ended')).toEqual({ reason: 'flooding' })
  await gone
  await catchUp(friendsTab)
  expect(friendsTab.socket.connected).toBe(true)
})

test('a visitor who floods is ended with the reason, and the others go on hearing', async () => {
  const friendsTab = await openOnce(friend.listens(here.url))
  const visitor = await openOnce(visit(here.url))
  const gone = goneFrom(visitor)
  const unruly = visitor.socket as unknown as { emit(name: string, said: number): void }
  for (let said = 0; said < 1_000; said += 1) unruly.emit('nonsense', said)
  expect(await visitor.receives('socket:ended')).toEqual({ reason: 'flooding' })
  await gone
  await openOnce(visit(here.url))
  await catchUp(friendsTab)
})

test('somebody has so many sockets at a node, and as many at another one', async () => {
  const auth = { token: person.token, protocol: PROTOCOL_VERSION }
  for (let open = 0; open < socketLimits.ceilings.person; open += 1) await openOnce(person.listens(here.url))
  expect(await rejectedBy(here.url, auth)).toBe('crowded')
  await openOnce(person.listens(there.url))
  await openOnce(friend.listens(here.url))
})

test('who does not read is cut off before much waits for them, and can come back', async () => {
  const unread = await openOnce(friend.listens(here.url))
  pauseReading(unread)
  const { hubNo, noteNo } = thread
  const [server] = await here.app.io.in(`user:${friend.userNo}`).fetchSockets()
  const [socket] = [...here.app.io.sockets.sockets.values()].filter(({ id }) => id === server?.id)
  const { conn } = socket as unknown as { conn: { writeBuffer: unknown[] } }
  const cutOff = new Promise<string>(resolve => socket?.once('disconnect', resolve))
  const text = '가'.repeat(500)
  // More than the system takes on its way, and then the server.
  for (let sent = 0; sent < 20_000 && socket?.connected; sent += 1) {
    here.app.context.live.emitToUser(friend.userNo, 'comment:composing', {
      hubNo,
      noteNo,
      userNo: 1,
      userName: text,
    })
    if (sent % 100 === 0) await new Promise(setImmediate)
  }
  expect(await cutOff).toBe('forced close')
  expect(conn.writeBuffer.length).toBeLessThanOrEqual(2 * socketLimits.untaken.packets)
  await catchUp(await openOnce(friend.listens(here.url)))
})
