import { io } from 'socket.io-client'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
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
import { startNode, startTwoNodes } from '#tests/support/node.ts'
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
let nodes: Awaited<ReturnType<typeof startTwoNodes>>
let writer: TestUser
let administrator: TestUser
const tabs: TestSocket[] = []

beforeAll(async () => {
  nodes = await startTwoNodes()
  writer = await newUser(nodes.firstNode.url, '쓴사람')
  administrator = await newAdministrator(nodes.secondNode)
})
afterAll(() => nodes.stop())
beforeEach(() => () => {
  for (const tab of tabs.splice(0)) tab.close()
})

async function viewAgora(url: string): Promise<TestSocket> {
  const tab = await openVisitorSocket(url)
  tabs.push(tab)
  return tab
}
const names = (tab: TestSocket) => tab.received.map(({ name }) => name)

test('visitors at both nodes receive posts, answers and deletions in version order', async () => {
  const looking = [await viewAgora(nodes.firstNode.url), await viewAgora(nodes.secondNode.url)]
  const { total } = (await call(nodes.secondNode.url, getSuggestions, {})).body
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
  expect((await call(nodes.firstNode.url, getSuggestions, {})).body).toMatchObject({ total })
})

test('after concurrent reactions at both nodes, the event with the highest version has the right count', async () => {
  const { suggestionNo } = await suggest(writer)
  const reaction = { suggestionNo, isOn: true }
  const users = await Promise.all(
    Array.from({ length: 8 }, (_, at) => newUser(at % 2 ? nodes.secondNode.url : nodes.firstNode.url)),
  )
  const visitor = await viewAgora(nodes.firstNode.url)
  const [first] = users as [TestUser]
  const otherTab = await first.openSocket(nodes.secondNode.url)
  tabs.push(otherTab)
  await Promise.all(users.map(user => user.call(setSuggestionReaction, reaction)))
  await Promise.all(
    users.slice(4).map(user => user.call(setSuggestionReaction, { ...reaction, isOn: false })),
  )
  const { version } = (await call(nodes.secondNode.url, getSuggestions, {})).body
  const published = await visitor.waitForEvent('suggestion:empathized', news => news.version === version)
  expect(published).toEqual({ version, suggestionNo, count: 4 })
  await otherTab.waitForEvent('opinion:empathized', mine => mine.isMine)
  expect(names(visitor)).not.toContain('opinion:empathized')
  expect(JSON.stringify(visitor.received), 'nobody is named').not.toContain('isMine')
})

test('rejected changes are not published', async () => {
  const tab = await viewAgora(nodes.secondNode.url)
  const { opinion, suggestionNo } = await suggest(writer)
  await writer.call(createSuggestion, { suggestion: opinion })
  await writer.request(answerSuggestion, { suggestionNo, answer: '제가 답해요' })
  await (await newUser(nodes.secondNode.url)).request(deleteSuggestion, { suggestionNo })
  await writer.call(deleteSuggestion, { suggestionNo })
  await tab.waitForEvent('suggestion:removed')
  expect(names(tab)).toEqual(['suggestion:posted', 'suggestion:removed'])
})

test('the deletion of an account with its contributions is published to the agora', async () => {
  const leaver = await newUser(nodes.firstNode.url)
  const mine = [await suggest(leaver), await suggest(leaver)]
  const tab = await viewAgora(nodes.secondNode.url)
  await leaver.call(deleteAccount, { password: PASSWORD, deleteContributions: true })
  for (const { suggestionNo } of mine)
    await tab.waitForEvent('suggestion:removed', removed => removed.suggestionNo === suggestionNo)
})

test('a visitor receives no events of hubs and users, whatever they send, and is only in their own room', async () => {
  const friend = await newUser(nodes.secondNode.url)
  const hubNo = await makeHub(writer, friend)
  const tab = await viewAgora(nodes.firstNode.url)
  const unruly = tab.socket as unknown as { emit(name: string, ...said: unknown[]): void }
  unruly.emit('presence:enter', { hubNo })
  unruly.emit('comment:composing', { hubNo, noteNo: 1 })
  for (const said of [`hub:${hubNo}`, { userNos: [friend.userNo] }, null])
    for (const name of ['join', 'seat', 'order', 'tellEach', 'countSockets']) unruly.emit(name, said)
  await shareNewNote(writer, hubNo)
  await suggest(writer)
  await tab.waitForEvent('suggestion:posted')
  expect(names(tab)).toEqual(['suggestion:posted'])
  const [socket] = await nodes.firstNode.app.io.of(AGORA_NAMESPACE).fetchSockets()
  expect([...(socket?.rooms ?? [])]).toEqual([socket?.id])
})

test('a visitor’s connection cannot join the members’ namespace', async () => {
  const tab = await viewAgora(nodes.firstNode.url)
  const inside = tab.socket.io.socket('/', { auth: { protocol: PROTOCOL_VERSION } })
  const rejected = new Promise(resolve => inside.once('connect_error', ({ message }) => resolve(message)))
  expect(await rejected).toBe('not-signed-in')
  expect(await handshakeError(nodes.firstNode.url, { protocol: PROTOCOL_VERSION })).toBe('not-signed-in')
})

test('members receive agora events only while they view the agora, over the same connection', async () => {
  const tab = await writer.openSocket(nodes.secondNode.url)
  tabs.push(tab)
  const visitor = await viewAgora(nodes.secondNode.url)
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
  expect(nodes.secondNode.app.io.engine.clientsCount).toBe(2)
  expect(JSON.stringify(tab.received)).not.toContain(`"suggestionNo":${first.suggestionNo}`)
})

test('a visitor who left receives nothing more, and no socket remains', async () => {
  const stays = await viewAgora(nodes.firstNode.url)
  const leaves = await viewAgora(nodes.firstNode.url)
  const closed = new Promise(resolve => {
    for (const [, socket] of nodes.firstNode.app.io.of(AGORA_NAMESPACE).sockets)
      if (socket.id === leaves.socket.id) socket.once('disconnect', resolve)
  })
  leaves.close()
  await closed
  await suggest(writer)
  await stays.waitForEvent('suggestion:posted')
  expect(leaves.received).toEqual([])
  expect(nodes.firstNode.app.io.of(AGORA_NAMESPACE).sockets.size).toBe(1)
})

test('a client of another protocol version is told to reload, and malformed handshakes are rejected', async () => {
  const namespace = nodes.firstNode.url + AGORA_NAMESPACE
  for (const protocol of [PROTOCOL_VERSION + 1, undefined, null, '1', { $gt: 0 }])
    expect(await handshakeError(namespace, { protocol }), String(protocol)).toBe('outdated')
})

test('too many sockets from one address are rejected until some of them close', async () => {
  const small = await startNode({ mongoUrl: nodes.mongoUrl, rateLimitScale: 0.1, trustProxy: 1 })
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
  for (const each of [...crowd, rejected, otherAddress, next]) each.close()
  await small.stop()
})

test('visitors are told to refetch after a period in which events may have been lost', async () => {
  const proxy = await startTcpProxy(portOf(inject('redisUrl')))
  const { mongoUrl } = nodes
  const cutOff = await startNode({ mongoUrl, redisUrl: `redis://127.0.0.1:${proxy.port}` })
  const looking = [await viewAgora(cutOff.url), await viewAgora(nodes.secondNode.url)]
  proxy.cut()
  proxy.repair()
  for (const tab of looking) await tab.waitForEvent('sync:needed')
  for (const tab of looking) tab.close()
  await cutOff.stop()
  await proxy.stop()
})
