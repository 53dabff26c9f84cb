import { io } from 'socket.io-client'
import { expect, inject, test } from 'vitest'
import {
  answerSuggestion,
  createSuggestion,
  deleteSuggestion,
  getSuggestions,
  setSuggestionReaction,
} from '#protocol/agora.ts'
import { PROTOCOL_VERSION } from '#protocol/call.ts'
import { AGORA_NAMESPACE } from '#protocol/events.ts'
import { deleteAccount } from '#protocol/myInfo.ts'
import { call } from '#tests/support/call.ts'
import { openTwoNodes, startNode } from '#tests/support/node.ts'
import { portOf, startTcpProxy } from '#tests/support/tcpProxy.ts'
import { handshakeError, openVisitorSocket, type TestSocket } from '#tests/support/testSocket.ts'
import {
  makeHub,
  newAdministrator,
  newUser,
  PASSWORD,
  shareNewNote,
  suggest,
  type TestUser,
} from '#tests/support/users.ts'

/** What visitors and members receive from the agora, at two nodes. */
const { firstNode, secondNode, mongoUrl } = await openTwoNodes()
const writer = await newUser(firstNode.url, '쓴사람')
const administrator = await newAdministrator(secondNode)
const names = (tab: TestSocket) => tab.received.map(({ name }) => name)

test('visitors at both nodes receive posts, answers and deletions in version order', async () => {
  const looking = [await openVisitorSocket(firstNode.url), await openVisitorSocket(secondNode.url)]
  const { total } = (await call(secondNode.url, getSuggestions, {})).body
  const suggestion = await suggest(writer)
  const { suggestionNo } = suggestion
  const { suggestion: answer } = await administrator.call(answerSuggestion, {
    suggestionNo,
    answer: '좋아요',
  })
  await administrator.call(deleteSuggestion, { suggestionNo })
  for (const tab of looking) {
    await tab.waitForEvent('suggestion:removed', removed => removed.suggestionNo === suggestionNo)
    const [posted, answered, removed] = tab.received.map(({ payload }) => payload)
    const version = posted && 'version' in posted ? posted.version : 0
    expect(posted).toEqual({ version, suggestionNo, total: total + 1, suggestion })
    expect(answered).toEqual({ version: version + 1, suggestionNo, answer })
    expect(removed).toEqual({ version: version + 2, suggestionNo, total })
    expect(names(tab)).toHaveLength(3)
  }
  expect((await call(firstNode.url, getSuggestions, {})).body).toMatchObject({ total })
})

test('after concurrent reactions at both nodes, the event with the highest version has the right count', async () => {
  const { suggestionNo } = await suggest(writer)
  const reaction = { suggestionNo, isOn: true }
  const users = await Promise.all(
    Array.from({ length: 8 }, (_, at) => newUser(at % 2 ? secondNode.url : firstNode.url)),
  )
  const visitor = await openVisitorSocket(firstNode.url)
  const [first] = users as [TestUser]
  const otherTab = await first.openSocket(secondNode.url)
  await Promise.all(users.map(user => user.call(setSuggestionReaction, reaction)))
  await Promise.all(
    users.slice(4).map(user => user.call(setSuggestionReaction, { ...reaction, isOn: false })),
  )
  const { version } = (await call(secondNode.url, getSuggestions, {})).body
  const published = await visitor.waitForEvent('suggestion:empathized', news => news.version === version)
  expect(published).toEqual({ version, suggestionNo, count: 4 })
  await otherTab.waitForEvent('opinion:empathized', mine => mine.isMine)
  expect(names(visitor)).not.toContain('opinion:empathized')
  expect(JSON.stringify(visitor.received), 'nobody is named').not.toContain('isMine')
})

test('rejected changes are not published', async () => {
  const tab = await openVisitorSocket(secondNode.url)
  const { opinion, suggestionNo } = await suggest(writer)
  await writer.call(createSuggestion, { suggestion: opinion })
  await writer.request(answerSuggestion, { suggestionNo, answer: '제가 답해요' })
  await (await newUser(secondNode.url)).request(deleteSuggestion, { suggestionNo })
  await writer.call(deleteSuggestion, { suggestionNo })
  await tab.waitForEvent('suggestion:removed')
  expect(names(tab)).toEqual(['suggestion:posted', 'suggestion:removed'])
})

test('the deletion of an account with its contributions is published to the agora', async () => {
  const deletedUser = await newUser(firstNode.url)
  const mine = [await suggest(deletedUser), await suggest(deletedUser)]
  const tab = await openVisitorSocket(secondNode.url)
  await deletedUser.call(deleteAccount, { password: PASSWORD, deleteContributions: true })
  for (const { suggestionNo } of mine)
    await tab.waitForEvent('suggestion:removed', removed => removed.suggestionNo === suggestionNo)
})

test('a visitor receives no events of hubs and users, whatever they send, and is only in their own room', async () => {
  const friend = await newUser(secondNode.url)
  const hubNo = await makeHub(writer, friend)
  const tab = await openVisitorSocket(firstNode.url)
  const unruly = tab.socket as unknown as { emit(name: string, ...values: unknown[]): void }
  unruly.emit('presence:enter', { hubNo })
  unruly.emit('comment:composing', { hubNo, noteNo: 1 })
  for (const value of [`hub:${hubNo}`, { userNos: [friend.userNo] }, null])
    for (const name of ['join', 'seat', 'order', 'tellEach', 'countSockets']) unruly.emit(name, value)
  await shareNewNote(writer, hubNo)
  await suggest(writer)
  await tab.waitForEvent('suggestion:posted')
  expect(names(tab)).toEqual(['suggestion:posted'])
  const [socket] = await firstNode.app.io.of(AGORA_NAMESPACE).fetchSockets()
  expect([...(socket?.rooms ?? [])]).toEqual([socket?.id])
})

test('a visitor’s connection cannot join the members’ namespace', async () => {
  const tab = await openVisitorSocket(firstNode.url)
  const inside = tab.socket.io.socket('/', { auth: { protocol: PROTOCOL_VERSION } })
  const rejected = new Promise(resolve => inside.once('connect_error', ({ message }) => resolve(message)))
  expect(await rejected).toBe('not-signed-in')
  expect(await handshakeError(firstNode.url, { protocol: PROTOCOL_VERSION })).toBe('not-signed-in')
})

test('members receive agora events only while they view the agora, over the same connection', async () => {
  const tab = await writer.openSocket(secondNode.url)
  const visitor = await openVisitorSocket(secondNode.url)
  const first = await suggest(writer)
  // The event has reached that node, so no client receives it later.
  await visitor.waitForEvent('suggestion:posted')
  const namespace = tab.socket.io.socket(AGORA_NAMESPACE, { auth: { protocol: PROTOCOL_VERSION } })
  const received: { name: string; suggestionNo: number }[] = []
  namespace.onAny((name: string, payload: { suggestionNo: number }) =>
    received.push({ name, suggestionNo: payload.suggestionNo }),
  )
  await new Promise(resolve => namespace.once('connect', () => resolve(null)))
  const posted = new Promise(resolve => namespace.once('suggestion:posted', resolve))
  const second = await suggest(writer)
  await posted
  expect(received).toEqual([{ name: 'suggestion:posted', suggestionNo: second.suggestionNo }])
  // One socket is the member’s, one the visitor’s.
  expect(secondNode.app.io.engine.clientsCount).toBe(2)
  expect(JSON.stringify(tab.received)).not.toContain(`"suggestionNo":${first.suggestionNo}`)
})

test('a visitor who left receives nothing more, and no socket remains', async () => {
  const stays = await openVisitorSocket(firstNode.url)
  const leaves = await openVisitorSocket(firstNode.url)
  const closed = new Promise(resolve => {
    for (const [, socket] of firstNode.app.io.of(AGORA_NAMESPACE).sockets)
      if (socket.id === leaves.socket.id) socket.once('disconnect', resolve)
  })
  leaves.close()
  await closed
  await suggest(writer)
  await stays.waitForEvent('suggestion:posted')
  expect(leaves.received).toEqual([])
  expect(firstNode.app.io.of(AGORA_NAMESPACE).sockets.size).toBe(1)
})

test('a client of another protocol version is told to reload, and malformed handshakes are rejected', async () => {
  const namespace = firstNode.url + AGORA_NAMESPACE
  for (const protocol of [PROTOCOL_VERSION + 1, undefined, null, '1', { $gt: 0 }])
    expect(await handshakeError(namespace, { protocol }), String(protocol)).toBe('outdated')
})

test('too many sockets from one address are rejected until some of them close', async () => {
  const small = await startNode({ mongoUrl: mongoUrl, rateLimitScale: 0.1, trustProxy: 1 })
  const from = (address: string) => {
    const socket = io(small.url + AGORA_NAMESPACE, {
      transports: ['websocket'],
      auth: { protocol: PROTOCOL_VERSION },
      extraHeaders: { 'X-Forwarded-For': address },
      forceNew: true,
      reconnection: false,
    })
    return new Promise<{ outcome: string; close: () => void }>(resolve => {
      const close = () => socket.disconnect()
      socket.once('connect', () => resolve({ outcome: 'in', close }))
      socket.once('connect_error', ({ message }) => resolve({ outcome: message, close }))
    })
  }
  const crowd = await Promise.all(Array.from({ length: 10 }, () => from('192.0.2.1')))
  expect(new Set(crowd.map(({ outcome }) => outcome))).toEqual(new Set(['in']))
  const rejected = await from('192.0.2.1')
  const otherAddress = await from('192.0.2.2')
  expect([rejected.outcome, otherAddress.outcome]).toEqual(['crowded', 'in'])
  const sockets = [...small.app.io.of(AGORA_NAMESPACE).sockets.values()]
  const closed = Promise.race(
    sockets.map(socket => new Promise(resolve => socket.once('disconnect', resolve))),
  )
  crowd[0]?.close()
  await closed
  const next = await from('192.0.2.1')
  expect(next.outcome).toBe('in')
  await small.stop()
})

test('visitors are told to refetch after a period in which events may have been lost', async () => {
  const proxy = await startTcpProxy(portOf(inject('redisUrl')))
  const cutOff = await startNode({ mongoUrl, redisUrl: `redis://127.0.0.1:${proxy.port}` })
  const looking = [await openVisitorSocket(cutOff.url), await openVisitorSocket(secondNode.url)]
  proxy.cut()
  proxy.repair()
  for (const tab of looking) await tab.waitForEvent('sync:needed')
  await cutOff.stop()
  await proxy.stop()
})
