import { once } from 'node:events'
import { io } from 'socket.io-client'
import { beforeEach, describe, expect, test } from 'vitest'
import { signIn, signOut } from '#protocol/accounts.ts'
import { PROTOCOL_VERSION } from '#protocol/call.ts'
import { deleteAccount, requestMyInfo, updateMyInfo } from '#protocol/myInfo.ts'
import { deleteNote, updateNote } from '#protocol/notes.ts'
import { shareNote, unshareNote } from '#protocol/shares.ts'
import { getTopics } from '#protocol/topics.ts'
import { call } from '#tests/support/call.ts'
import { createCatchUp, noteTitlesOn } from '#tests/support/catchUp.ts'
import { runAfter, runBefore } from '#tests/support/interleave.ts'
import { openTwoNodes } from '#tests/support/node.ts'
import { handshakeError, type TestSocket } from '#tests/support/testSocket.ts'
import {
  makeHub,
  newUser,
  newUsers,
  PASSWORD,
  shareNewNote,
  signInUser,
  type TestUser,
  writeNote,
} from '#tests/support/users.ts'

const { firstNode, secondNode } = await openTwoNodes()
const user = await newUser(firstNode.url)

test('a handshake without a valid token is rejected', async () => {
  const ended = await signInUser(firstNode.url, user.email)
  await ended.call(signOut, {})
  const forged = `${user.token.slice(0, -8)}AAAAAAAA`
  for (const token of [undefined, null, '', 'a.b.c', 5, { $gt: '' }, forged, ended.token, 'x'.repeat(5000)]) {
    const auth = { token, protocol: PROTOCOL_VERSION }
    expect(await handshakeError(secondNode.url, auth), String(token)).toBe('not-signed-in')
  }
  expect(await handshakeError(secondNode.url, {})).toBe('not-signed-in')
})

test('a client of another protocol version is told to reload', async () => {
  for (const protocol of [PROTOCOL_VERSION + 1, PROTOCOL_VERSION - 1]) {
    expect(await handshakeError(secondNode.url, { token: user.token, protocol })).toBe('outdated')
  }
})

test('a client whose data is older than a restore is told so', async () => {
  const handshake = { token: user.token, protocol: PROTOCOL_VERSION }
  expect(await handshakeError(secondNode.url, { ...handshake, epoch: 'another' })).toBe('restored')
  // Nodes on the same database have the same epoch.
  const { epoch } = firstNode.app.context
  expect(secondNode.app.context.epoch).toBe(epoch)
  const socket = io(secondNode.url, { transports: ['websocket'], auth: { ...handshake, epoch } })
  await once(socket as never, 'connect')
  socket.disconnect()
})

test('only the websocket transport is accepted', async () => {
  const response = await fetch(`${firstNode.url}/socket.io/?EIO=4&transport=polling`)
  expect(response.status).toBe(400)
  await response.arrayBuffer()
})

test('a socket receives the events of its user’s hubs and of no others', async () => {
  const [user, friend, outsider] = await newUsers(firstNode.url, firstNode.url, secondNode.url)
  const catchUp = await createCatchUp(user, outsider)
  const tab = await outsider.openSocket()
  const hubNo = await makeHub(user, friend)
  const noteNo = await shareNewNote(user, hubNo)
  await user.call(updateNote, { noteNo, title: '고친 제목', text: '' })
  await user.call(unshareNote, { hubNo, noteNo })
  await user.call(deleteNote, { noteNo })
  await catchUp(tab)
  expect(tab.received.map(({ name }) => name)).toEqual(['note:shared'])
  expect(JSON.stringify(tab.received)).not.toContain(`"hubNo":${hubNo},`)
})

test('events that a client sends are not relayed to others', async () => {
  const friend = await newUser(secondNode.url)
  const catchUp = await createCatchUp(user, friend)
  const hubNo = await makeHub(user, friend, await newUser(firstNode.url))
  const [tab, friendsTab] = [await user.openSocket(), await friend.openSocket()]
  const forgedEvent = { hubNo, version: 99, noteNo: 1, reason: 'cancelled' }
  const unruly = tab.socket as unknown as { emit(name: string, payload: unknown): void }
  for (const name of ['note:withdrawn', 'seat', 'order', 'message']) unruly.emit(name, forgedEvent)
  await catchUp(friendsTab)
  expect(friendsTab.received.map(({ name }) => name)).toEqual(['note:shared'])
})

test('a client that sends too much is disconnected', async () => {
  const auth = { token: user.token, protocol: PROTOCOL_VERSION }
  const socket = io(firstNode.url, { transports: ['websocket'], auth, forceNew: true, reconnection: false })
  await once(socket as never, 'connect')
  const cutOff = once(socket as never, 'disconnect')
  socket.emit('message', 'x'.repeat(100_000))
  await cutOff
  expect(socket.connected).toBe(false)
})

describe('a user signs out', () => {
  let reader: TestUser
  let catchUp: (...tabs: TestSocket[]) => Promise<void>
  let hubNo: number

  beforeEach(async () => {
    reader = await newUser(secondNode.url)
    catchUp = await createCatchUp(user, reader)
    hubNo = await makeHub(user, reader, await newUser(firstNode.url))
  })

  /** Resolves once the server has closed the socket of this tab. */
  const waitForClose = (tab: TestSocket) => once(tab.socket as never, 'disconnect')

  test('signing out revokes the token on both nodes immediately and closes its sockets there', async () => {
    const tabs = [await reader.openSocket(firstNode.url), await reader.openSocket(secondNode.url)]
    for (const { url } of [firstNode, secondNode]) {
      expect(await call(url, getTopics, {}, reader.token), 'both nodes cache the session').toMatchObject({
        status: 200,
      })
    }
    const ends = tabs.map(waitForClose)

    await call(firstNode.url, signOut, { authToken: reader.token })

    for (const { url } of [firstNode, secondNode]) {
      expect(await call(url, getTopics, {}, reader.token)).toMatchObject({ status: 401 })
    }
    for (const [reason] of await Promise.all(ends)) expect(reason).toBe('io server disconnect')
    for (const tab of tabs) expect(tab.received).toEqual([{ name: 'session:ended', payload: {} }])
  })

  test('a session that signs out before a share is published does not receive it; the user’s other session does', async () => {
    const other = await signInUser(firstNode.url, reader.email)
    const tab = await reader.openSocket()
    const otherTab = await other.openSocket(secondNode.url)
    const end = waitForClose(tab)
    const noteNo = await writeNote(user, '나눈 노트')

    const race = runAfter(firstNode.app.context.repositories.createShare, 'save', () =>
      reader.call(signOut, {}),
    )
    await user.call(shareNote, { hubNo, noteNo })
    await race
    await Promise.all([end, catchUp(otherTab)])

    expect(noteTitlesOn(otherTab, hubNo)).toEqual(['나눈 노트'])
    expect(tab.received).toEqual([{ name: 'session:ended', payload: {} }])
  })

  test('a session that ends while its socket connects gets no connection', async () => {
    const { gate } = secondNode.app.context
    // The handshake looks up the session first, then its hubs; the session ends between the two.
    const race = runBefore(gate, 'find', async () => {
      void runBefore(gate, 'find', () => call(firstNode.url, signOut, { authToken: reader.token }))
    })
    const tab = await reader.openSocket().catch((error: Error) => error.message)
    await race
    if (typeof tab === 'string') expect(tab).toBe('not-signed-in')
    else {
      if (tab.socket.connected) await waitForClose(tab)
      expect(tab.received.filter(({ name }) => name !== 'session:ended')).toEqual([])
    }
  })

  test.each<[string, () => Promise<unknown>]>([
    ['their password is changed', () => reader.call(updateMyInfo, { password: '새 비밀번호 77' })],
    ['their account is deleted', () => reader.call(deleteAccount, { password: PASSWORD })],
  ])('a sign-in at the other node while %s creates no session', async (_, action) => {
    await reader.call(requestMyInfo, { email: reader.email, password: PASSWORD })
    const { gate, repositories } = firstNode.app.context
    const race = runBefore(gate, 'create', action)
    const { body } = await call(firstNode.url, signIn, { email: reader.email, password: PASSWORD })
    await race
    expect(body).toEqual({ authenticated: false })
    const remaining = await repositories.sessions.findByUser(reader.userNo, new Date())
    expect(remaining.length).toBeLessThanOrEqual(1)
  })
})
