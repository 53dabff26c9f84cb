import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  AGORA_NAMESPACE,
  type ClientEventName,
  type ClientEventPayload,
  clientEvents,
} from '#protocol/events.ts'
import { disjoin } from '#protocol/hubs.ts'
import { PROTOCOL_VERSION } from '#protocol/version.ts'
import { type Listener, type Received, rejectedBy, visit } from '#tests/support/listener.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { makeHub, newPerson, type Person, shareNewNote } from '#tests/support/person.ts'
import { makeWorld, type World } from '#tests/support/world.ts'
import { makeDeadTokens } from './deadTokens.ts'

let now = new Date()
let node: TestNode
let world: World
let tabs: Listener[]

beforeAll(async () => {
  node = await startNode({ mongoUrl: await emptyDatabase(), clock: () => now })
  world = await makeWorld(node.url, node.app.context.stores.users)
})
afterAll(() => node.stop())
beforeEach(() => {
  tabs = []
  return () => {
    for (const tab of tabs) tab.close()
  }
})

async function open(opening: Promise<Listener>): Promise<Listener> {
  const tab = await opening
  tabs.push(tab)
  return tab
}

interface Thread {
  hubNo: number
  noteNo: number
}

/** What a member says of a room; an event without its row does not compile. */
const payloads: { [Name in ClientEventName]: (thread: Thread) => ClientEventPayload<Name> } = {
  'presence:enter': ({ hubNo }) => ({ hubNo }),
  'presence:leave': ({ hubNo }) => ({ hubNo }),
  'comment:composing': ({ hubNo, noteNo }) => ({ hubNo, noteNo }),
}
const names = Object.keys(payloads) as ClientEventName[]

/** Says something without the types' leave. */
function say({ socket }: Listener, name: string, ...said: unknown[]): void {
  ;(socket as unknown as { emit(name: string, ...said: unknown[]): void }).emit(name, ...said)
}

const about = (hubNo: number) => (event: Received) =>
  'hubNo' in event.payload && event.payload.hubNo === hubNo
const looks = (hubNo: number, people: Person[]) => (told: { hubNo: number; userNos: number[] }) =>
  told.hubNo === hubNo && people.every(({ userNo }) => told.userNos.includes(userNo))

/** Resolves when the node has dealt with all that the tab has said so far: it then looks at a hub of its own. */
async function dealtWith(tab: Listener, ownHubNo: number, person: Person): Promise<void> {
  say(tab, 'presence:enter', { hubNo: ownHubNo })
  await tab.receives('presence:changed', looks(ownHubNo, [person]))
}

/** A room that nobody else knows of. */
async function newThread(...others: Person[]): Promise<Thread> {
  const { author } = world
  const hubNo = await makeHub(author, ...others, await newPerson(node.url))
  return { hubNo, noteNo: await shareNewNote(author, hubNo) }
}

/**
 * Somebody who may not says everything that can be said about a room; then a member does. The others hear the member
 * alone.
 */
async function expectUnheard(sayer: Person, tab: Listener, room: Thread): Promise<void> {
  const { author, member, bystander } = world
  const ownHubNo = await makeHub(sayer, author)
  const [authorsTab, membersTab, bystandersTab] = [
    await open(author.listens()),
    await open(member.listens()),
    await open(bystander.listens()),
  ]
  say(membersTab, 'presence:enter', { hubNo: room.hubNo })
  await authorsTab.receives('presence:changed', looks(room.hubNo, [member]))
  const receivedBefore = authorsTab.received.length

  for (const name of names) say(tab, name, payloads[name](room))
  await dealtWith(tab, ownHubNo, sayer)

  say(bystandersTab, 'comment:composing', payloads['comment:composing'](room))
  await authorsTab.receives('comment:composing', ({ userNo }) => userNo === bystander.userNo)
  say(bystandersTab, 'presence:enter', { hubNo: room.hubNo })
  await authorsTab.receives('presence:changed', looks(room.hubNo, [member, bystander]))

  const composers: number[] = []
  // Who read the notes that were shared before is told a moment late.
  const received = authorsTab.received.slice(receivedBefore).filter(({ name }) => name !== 'readers:changed')
  for (const event of received.filter(about(room.hubNo))) {
    if (event.name === 'comment:composing') composers.push(event.payload.userNo)
    else expect(event).toMatchObject({ name: 'presence:changed' })
    if (event.name === 'presence:changed') expect(event.payload.userNos).not.toContain(sayer.userNo)
  }
  expect(composers).toEqual([bystander.userNo])
}

test('every event that a client may say is tried by who may not', () => {
  expect(names.toSorted()).toEqual(Object.keys(clientEvents).sort())
})

test.each<[string, () => Promise<Person>]>([
  ['a stranger', () => newPerson(node.url)],
  ['an administrator', async () => world.administrator],
])('what %s says about a room is told to nobody', async (_, find) => {
  const sayer = await find()
  const tab = await open(sayer.listens())
  await expectUnheard(sayer, tab, { hubNo: world.room.hubNo, noteNo: world.room.noteNo })
  expect(tab.received.filter(about(world.room.hubNo))).toEqual([])
})

test('a tab that was open when its user left the room says nothing there any more', async () => {
  const leaver = await newPerson(node.url)
  const room = await newThread(world.member, world.bystander, leaver)
  const { hubNo } = room
  const tab = await open(leaver.listens())
  say(tab, 'presence:enter', { hubNo })
  await tab.receives('presence:changed', looks(hubNo, [leaver]))
  await leaver.does(disjoin, { targetHubNo: hubNo })
  await expectUnheard(leaver, tab, room)
})

test('a visitor at the agora is listened to in nothing', async () => {
  const room = await newThread()
  const authorsTab = await open(world.author.listens())
  const visitor = await open(visit(node.url))
  const [socket] = node.app.io.of(AGORA_NAMESPACE).sockets.values()
  const gone = new Promise(resolve => socket?.once('disconnect', resolve))
  for (const name of names) say(visitor, name, payloads[name](room))
  visitor.close()
  await gone
  await dealtWith(authorsTab, room.hubNo, world.author)
  expect(authorsTab.received.filter(about(room.hubNo)).map(({ name }) => name)).toEqual(['presence:changed'])
})

test('no token that is made up, or stands no more, opens a socket', async () => {
  const deadTokens = await makeDeadTokens(world, async (time, something) => {
    const before = now
    now = time
    const made = await something()
    now = before
    return made
  })
  for (const [name, token] of Object.entries(deadTokens))
    expect(await rejectedBy(node.url, { token, protocol: PROTOCOL_VERSION }), name).toBe('not-signed-in')
})

const wrong: unknown[][] = [
  [],
  [null],
  ['hub'],
  [[]],
  [{}],
  [{ hubNo: null, noteNo: null }],
  [{ hubNo: '', noteNo: '' }],
  [{ hubNo: { $gt: 0 }, noteNo: { $gt: 0 } }],
  [{ hubNo: [1], noteNo: [1] }],
  [{ hubNo: -1, noteNo: 0 }],
  [{ hubNo: 1e308, noteNo: 2 ** 53 }],
  [{ hubNo: 1.5, noteNo: 1.5 }],
  [JSON.parse('{"__proto__":{"hubNo":1,"noteNo":1}}')],
  [Buffer.from('{"hubNo":1}')],
  [() => undefined],
  Array(100).fill({ hubNo: 1 }),
]

test.each(names)('%s with a wrong payload breaks and tells nothing', async name => {
  const { author, member } = world
  const room = await newThread(member)
  const [authorsTab, membersTab] = [await open(author.listens()), await open(member.listens())]
  for (const said of wrong) say(membersTab, name, ...said)
  await dealtWith(membersTab, room.hubNo, member)
  await authorsTab.receives('presence:changed', looks(room.hubNo, [member]))
  expect(authorsTab.received.filter(about(room.hubNo)).map(event => event.name)).toEqual(['presence:changed'])
  expect(membersTab.socket.connected).toBe(true)
})
