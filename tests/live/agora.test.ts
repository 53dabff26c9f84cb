import { io } from 'socket.io-client'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import {
  answerSuggestion,
  createSuggestion,
  deleteSuggestion,
  getSuggestions,
  setSuggestionReaction,
} from '#protocol/agora.ts'
import { AGORA_NAMESPACE } from '#protocol/events.ts'
import { deleteAccount } from '#protocol/myInfo.ts'
import { PROTOCOL_VERSION } from '#protocol/version.ts'
import { call } from '#tests/support/call.ts'
import { type Listener, rejectedBy, visit } from '#tests/support/listener.ts'
import { startNode } from '#tests/support/node.ts'
import {
  makeHub,
  newAdministrator,
  newPerson,
  PASSWORD,
  type Person,
  shareNewNote,
  suggest,
} from '#tests/support/person.ts'
import { portOf, startLine } from '#tests/support/tcpProxy.ts'
import { startTwoNodes } from '#tests/support/twoNodes.ts'

/** What visitors and members hear of the agora, at two nodes. */
let nodes: Awaited<ReturnType<typeof startTwoNodes>>
let writer: Person
let administrator: Person
const tabs: Listener[] = []

beforeAll(async () => {
  nodes = await startTwoNodes()
  writer = await newPerson(nodes.here.url, '쓴사람')
  administrator = await newAdministrator(nodes.there)
})
afterAll(() => nodes.stop())
beforeEach(() => () => {
  for (const tab of tabs.splice(0)) tab.close()
})

async function look(url: string): Promise<Listener> {
  const tab = await visit(url)
  tabs.push(tab)
  return tab
}
const names = (tab: Listener) => tab.received.map(({ name }) => name)

test('visitors at both nodes hear what is posted, answered and removed, in the order of its versions', async () => {
  const looking = [await look(nodes.here.url), await look(nodes.there.url)]
  const { total } = (await call(nodes.there.url, getSuggestions, {})).body
  const suggestion = await suggest(writer)
  const { suggestionNo } = suggestion
  const { suggestion: answer } = await administrator.does(answerSuggestion, {
    suggestionNo,
    answer: '좋아요',
  })
  await administrator.does(deleteSuggestion, { suggestionNo })
  for (const tab of looking) {
    await tab.receives('suggestion:removed', removed => removed.suggestionNo === suggestionNo)
    const [posted, answered, removed] = tab.received.map(({ payload }) => payload)
    const version = posted && 'version' in posted ? posted.version : 0
    expect(posted).toEqual({ version, suggestionNo, total: total + 1, suggestion })
    expect(answered).toEqual({ version: version + 1, suggestionNo, answer })
    expect(removed).toEqual({ version: version + 2, suggestionNo, total })
    expect(names(tab)).toHaveLength(3)
  }
  expect((await call(nodes.here.url, getSuggestions, {})).body).toMatchObject({ total })
})

test('however many empathize at once at both nodes, the highest version tells how many do', async () => {
  const { suggestionNo } = await suggest(writer)
  const asked = { suggestionNo, isOn: true }
  const people = await Promise.all(
    Array.from({ length: 8 }, (_, at) => newPerson(at % 2 ? nodes.there.url : nodes.here.url)),
  )
  const visitor = await look(nodes.here.url)
  const [first] = people as [Person]
  const otherTab = await first.listens(nodes.there.url)
  tabs.push(otherTab)
  await Promise.all(people.map(person => person.does(setSuggestionReaction, asked)))
  await Promise.all(
    people.slice(4).map(person => person.does(setSuggestionReaction, { ...asked, isOn: false })),
  )
  const { version } = (await call(nodes.there.url, getSuggestions, {})).body
  const told = await visitor.receives('suggestion:empathized', news => news.version === version)
  expect(told).toEqual({ version, suggestionNo, count: 4 })
  await otherTab.receives('opinion:empathized', mine => mine.isMine)
  expect(names(visitor)).not.toContain('opinion:empathized')
  expect(JSON.stringify(visitor.received), 'nobody is named').not.toContain('isMine')
})

test('what is refused is not told', async () => {
  const tab = await look(nodes.there.url)
  const { opinion, suggestionNo } = await suggest(writer)
  await writer.does(createSuggestion, { suggestion: opinion })
  await writer.asks(answerSuggestion, { suggestionNo, answer: '제가 답해요' })
  await (await newPerson(nodes.there.url)).asks(deleteSuggestion, { suggestionNo })
  await writer.does(deleteSuggestion, { suggestionNo })
  await tab.receives('suggestion:removed')
  expect(names(tab)).toEqual(['suggestion:posted', 'suggestion:removed'])
})

test('who withdraws with all they said is heard to go from the agora', async () => {
  const leaver = await newPerson(nodes.here.url)
  const mine = [await suggest(leaver), await suggest(leaver)]
  const tab = await look(nodes.there.url)
  await leaver.does(deleteAccount, { password: PASSWORD, deleteContributions: true })
  for (const { suggestionNo } of mine)
    await tab.receives('suggestion:removed', removed => removed.suggestionNo === suggestionNo)
})

test('a visitor hears nothing of hubs and people, whatever they say, and is in no room but their own', async () => {
  const friend = await newPerson(nodes.there.url)
  const hubNo = await makeHub(writer, friend)
  const tab = await look(nodes.here.url)
  const unruly = tab.socket as unknown as { emit(name: string, ...said: unknown[]): void }
  unruly.emit('presence:enter', { hubNo })
  unruly.emit('comment:composing', { hubNo, noteNo: 1 })
  for (const said of [`hub:${hubNo}`, { userNos: [friend.userNo] }, null])
    for (const name of ['join', 'seat', 'order', 'tellEach', 'countSockets']) unruly.emit(name, said)
  await shareNewNote(writer, hubNo)
  await suggest(writer)
  await tab.receives('suggestion:posted')
  expect(names(tab)).toEqual(['suggestion:posted'])
  const [socket] = await nodes.here.app.io.of(AGORA_NAMESPACE).fetchSockets()
  expect([...(socket?.rooms ?? [])]).toEqual([socket?.id])
})

test('through a visitor’s connection nobody comes in by the members’ namespace', async () => {
  const tab = await look(nodes.here.url)
  const inside = tab.socket.io.socket('/', { auth: { protocol: PROTOCOL_VERSION } })
  const rejected = new Promise(resolve => inside.once('connect_error', ({ message }) => resolve(message)))
  expect(await rejected).toBe('not-signed-in')
  expect(await rejectedBy(nodes.here.url, { protocol: PROTOCOL_VERSION })).toBe('not-signed-in')
})

test('members hear of the agora only while they look at it, over the same connection', async () => {
  const tab = await writer.listens(nodes.there.url)
  tabs.push(tab)
  const visitor = await look(nodes.there.url)
  const first = await suggest(writer)
  // Its news has come to that node, so nobody hears of it later.
  await visitor.receives('suggestion:posted')
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
  // The member's, and the visitor's.
  expect(nodes.there.app.io.engine.clientsCount).toBe(2)
  expect(JSON.stringify(tab.received)).not.toContain(`"suggestionNo":${first.suggestionNo}`)
})

test('who has left hears nothing more, and no socket stays behind', async () => {
  const stays = await look(nodes.here.url)
  const leaves = await look(nodes.here.url)
  const gone = new Promise(resolve => {
    for (const [, socket] of nodes.here.app.io.of(AGORA_NAMESPACE).sockets)
      if (socket.id === leaves.socket.id) socket.once('disconnect', resolve)
  })
  leaves.close()
  await gone
  await suggest(writer)
  await stays.receives('suggestion:posted')
  expect(leaves.received).toEqual([])
  expect(nodes.here.app.io.of(AGORA_NAMESPACE).sockets.size).toBe(1)
})

test('a client of another protocol is told to reload, and nonsense is refused', async () => {
  const namespace = nodes.here.url + AGORA_NAMESPACE
  for (const protocol of [PROTOCOL_VERSION + 1, undefined, null, '1', { $gt: 0 }])
    expect(await rejectedBy(namespace, { protocol }), String(protocol)).toBe('outdated')
})

test('too many from one address are refused until some of them go', async () => {
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
  const elsewhere = await from('192.0.2.2')
  expect([rejected.outcome, elsewhere.outcome]).toEqual(['crowded', 'in'])
  const sockets = [...small.app.io.of(AGORA_NAMESPACE).sockets.values()]
  const gone = Promise.race(sockets.map(socket => new Promise(resolve => socket.once('disconnect', resolve))))
  crowd[0]?.close()
  await gone
  const next = await from('192.0.2.1')
  expect(next.outcome).toBe('in')
  for (const each of [...crowd, rejected, elsewhere, next]) each.close()
  await small.stop()
})

test('after a time in which words may have been lost visitors are told to fetch again', async () => {
  const line = await startLine(portOf(inject('redisUrl')))
  const { mongoUrl } = nodes
  const cutOff = await startNode({ mongoUrl, redisUrl: `redis://127.0.0.1:${line.port}` })
  const looking = [await look(cutOff.url), await look(nodes.there.url)]
  line.cut()
  line.repair()
  for (const tab of looking) await tab.receives('sync:needed')
  for (const tab of looking) tab.close()
  await cutOff.stop()
  await line.stop()
})
