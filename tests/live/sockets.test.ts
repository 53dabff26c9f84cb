import { once } from 'node:events'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signOut } from '#protocol/accounts.ts'
import { PROTOCOL_VERSION } from '#protocol/call.ts'
import { deleteNote, updateNote } from '#protocol/notes.ts'
import { unshareNote } from '#protocol/shares.ts'
import { createCatchUp } from '#tests/support/catchUp.ts'
import { startTwoNodes } from '#tests/support/node.ts'
import { handshakeError } from '#tests/support/testSocket.ts'
import { makeHub, newUser, shareNewNote, signInUser, type TestUser } from '#tests/support/users.ts'

let nodes: Awaited<ReturnType<typeof startTwoNodes>>
let user: TestUser

beforeAll(async () => {
  nodes = await startTwoNodes()
  user = await newUser(nodes.firstNode.url)
})
afterAll(() => nodes.stop())

test('a handshake without a valid token is rejected', async () => {
  const ended = await signInUser(nodes.firstNode.url, user.email)
  await ended.call(signOut, {})
  const forged = `${user.token.slice(0, -8)}AAAAAAAA`
  for (const token of [undefined, null, '', 'a.b.c', 5, { $gt: '' }, forged, ended.token, 'x'.repeat(5000)]) {
    const auth = { token, protocol: PROTOCOL_VERSION }
    expect(await handshakeError(nodes.secondNode.url, auth), String(token)).toBe('not-signed-in')
  }
  expect(await handshakeError(nodes.secondNode.url, {})).toBe('not-signed-in')
})

test('a client of another protocol version is told to reload', async () => {
  for (const protocol of [PROTOCOL_VERSION + 1, PROTOCOL_VERSION - 1]) {
    expect(await handshakeError(nodes.secondNode.url, { token: user.token, protocol })).toBe('outdated')
  }
})

test('a client whose data is older than a restore is told so', async () => {
  const handshake = { token: user.token, protocol: PROTOCOL_VERSION }
  expect(await handshakeError(nodes.secondNode.url, { ...handshake, epoch: 'another' })).toBe('restored')
  // Nodes on the same database have the same epoch.
  const { epoch } = nodes.firstNode.app.context
  expect(nodes.secondNode.app.context.epoch).toBe(epoch)
  const socket = io(nodes.secondNode.url, { transports: ['websocket'], auth: { ...handshake, epoch } })
  await once(socket as never, 'connect')
  socket.disconnect()
})

test('only the websocket transport is accepted', async () => {
  const response = await fetch(`${nodes.firstNode.url}/socket.io/?EIO=4&transport=polling`)
  expect(response.status).toBe(400)
  await response.arrayBuffer()
})

test('a socket receives the events of its user’s hubs and of no others', async () => {
  const [author, friend, outsider] = [
    await newUser(nodes.firstNode.url),
    await newUser(nodes.firstNode.url),
    await newUser(nodes.secondNode.url),
  ]
  const catchUp = await createCatchUp(author, outsider)
  const tab = await outsider.openSocket()
  const hubNo = await makeHub(author, friend)
  const noteNo = await shareNewNote(author, hubNo)
  await author.call(updateNote, { noteNo, title: '고친 제목', text: '' })
  await author.call(unshareNote, { hubNo, noteNo })
  await author.call(deleteNote, { noteNo })
  await catchUp(tab)
  expect(tab.received.map(({ name }) => name)).toEqual(['note:shared'])
  expect(JSON.stringify(tab.received)).not.toContain(`"hubNo":${hubNo},`)
  tab.close()
})

test('events that a client sends are not relayed to others', async () => {
  const friend = await newUser(nodes.secondNode.url)
  const catchUp = await createCatchUp(user, friend)
  const hubNo = await makeHub(user, friend, await newUser(nodes.firstNode.url))
  const [tab, friendsTab] = [await user.openSocket(), await friend.openSocket()]
  const said = { hubNo, version: 99, noteNo: 1, reason: 'cancelled' }
  const unruly = tab.socket as unknown as { emit(name: string, payload: unknown): void }
  for (const name of ['note:withdrawn', 'seat', 'order', 'message']) unruly.emit(name, said)
  await catchUp(friendsTab)
  expect(friendsTab.received.map(({ name }) => name)).toEqual(['note:shared'])
  tab.close()
  friendsTab.close()
})

test('a client that sends too much is disconnected', async () => {
  const auth = { token: user.token, protocol: PROTOCOL_VERSION }
  const socket = io(nodes.firstNode.url, {
    transports: ['websocket'],
    auth,
    forceNew: true,
    reconnection: false,
  })
  await once(socket as never, 'connect')
  const cutOff = once(socket as never, 'disconnect')
  socket.emit('message', 'x'.repeat(20_000))
  await cutOff
  expect(socket.connected).toBe(false)
})
