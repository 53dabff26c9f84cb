import { once } from 'node:events'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signOut } from '#protocol/accounts.ts'
import { deleteNote, updateNote } from '#protocol/notes.ts'
import { unshareNote } from '#protocol/shares.ts'
import { PROTOCOL_VERSION } from '#protocol/version.ts'
import { catchUpWith } from '#tests/support/catchUp.ts'
import { rejectedBy } from '#tests/support/listener.ts'
import { makeHub, newPerson, type Person, shareNewNote, signedIn } from '#tests/support/person.ts'
import { startTwoNodes } from '#tests/support/twoNodes.ts'

let nodes: Awaited<ReturnType<typeof startTwoNodes>>
let person: Person

beforeAll(async () => {
  nodes = await startTwoNodes()
  person = await newPerson(nodes.here.url)
})
afterAll(() => nodes.stop())

test('a handshake without a token that stands is refused', async () => {
  const ended = await signedIn(nodes.here.url, person.email)
  await ended.does(signOut, {})
  const forged = `${person.token.slice(0, -8)}AAAAAAAA`
  for (const token of [undefined, null, '', 'a.b.c', 5, { $gt: '' }, forged, ended.token, 'x'.repeat(5000)]) {
    const auth = { token, protocol: PROTOCOL_VERSION }
    expect(await rejectedBy(nodes.there.url, auth), String(token)).toBe('not-signed-in')
  }
  expect(await rejectedBy(nodes.there.url, {})).toBe('not-signed-in')
})

test('a client of another protocol is told to reload', async () => {
  for (const protocol of [PROTOCOL_VERSION + 1, PROTOCOL_VERSION - 1]) {
    expect(await rejectedBy(nodes.there.url, { token: person.token, protocol })).toBe('outdated')
  }
})

test('a client that fetched from another life of the data is told so', async () => {
  const shown = { token: person.token, protocol: PROTOCOL_VERSION }
  expect(await rejectedBy(nodes.there.url, { ...shown, epoch: 'another' })).toBe('restored')
  // Nodes on the same data are of the same.
  const { epoch } = nodes.here.app.context
  expect(nodes.there.app.context.epoch).toBe(epoch)
  const socket = io(nodes.there.url, { transports: ['websocket'], auth: { ...shown, epoch } })
  await once(socket as never, 'connect')
  socket.disconnect()
})

test('there are websockets only', async () => {
  const response = await fetch(`${nodes.here.url}/socket.io/?EIO=4&transport=polling`)
  expect(response.status).toBe(400)
  await response.arrayBuffer()
})

test('a socket hears of the hubs of its user and of no others', async () => {
  const [author, friend, stranger] = [
    await newPerson(nodes.here.url),
    await newPerson(nodes.here.url),
    await newPerson(nodes.there.url),
  ]
  const catchUp = await catchUpWith(author, stranger)
  const tab = await stranger.listens()
  const hubNo = await makeHub(author, friend)
  const noteNo = await shareNewNote(author, hubNo)
  await author.does(updateNote, { noteNo, title: '고친 제목', text: '' })
  await author.does(unshareNote, { hubNo, noteNo })
  await author.does(deleteNote, { noteNo })
  await catchUp(tab)
  expect(tab.received.map(({ name }) => name)).toEqual(['note:shared'])
  expect(JSON.stringify(tab.received)).not.toContain(`"hubNo":${hubNo},`)
  tab.close()
})

test('what a client says is not heard by others', async () => {
  const friend = await newPerson(nodes.there.url)
  const catchUp = await catchUpWith(person, friend)
  const hubNo = await makeHub(person, friend, await newPerson(nodes.here.url))
  const [tab, friendsTab] = [await person.listens(), await friend.listens()]
  const said = { hubNo, version: 99, noteNo: 1, reason: 'cancelled' }
  const unruly = tab.socket as unknown as { emit(name: string, payload: unknown): void }
  for (const name of ['note:withdrawn', 'seat', 'order', 'message']) unruly.emit(name, said)
  await catchUp(friendsTab)
  expect(friendsTab.received.map(({ name }) => name)).toEqual(['note:shared'])
  tab.close()
  friendsTab.close()
})

test('a client that sends too much is cut off', async () => {
  const auth = { token: person.token, protocol: PROTOCOL_VERSION }
  const socket = io(nodes.here.url, { transports: ['websocket'], auth, forceNew: true, reconnection: false })
  await once(socket as never, 'connect')
  const cutOff = once(socket as never, 'disconnect')
  socket.emit('message', 'x'.repeat(20_000))
  await cutOff
  expect(socket.connected).toBe(false)
})
