import { randomUUID } from 'node:crypto'
import { toBase64 } from 'lib0/buffer'
import { beforeEach, expect, test } from 'vitest'
import { PROTOCOL_VERSION } from '#protocol/call.ts'
import { createState } from '#protocol/document/content.ts'
import { AGORA_NAMESPACE, type ClientEventName, type ClientEventPayload } from '#protocol/events.ts'
import { disjoin } from '#protocol/hubs.ts'
import { createFixtures } from '#tests/support/fixtures.ts'
import { openNodes } from '#tests/support/node.ts'
import {
  handshakeError,
  openVisitorSocket,
  type Received,
  type TestSocket,
} from '#tests/support/testSocket.ts'
import { makeHub, newUser, shareNewNote, type TestUser } from '#tests/support/users.ts'
import { createInvalidTokens } from './invalidTokens.ts'

let now = new Date()
let tabs: TestSocket[]

const [node] = await openNodes({ clock: () => now })
const fixtures = await createFixtures(node.url, node.app.context.repositories.users)
beforeEach(() => {
  tabs = []
  return () => {
    for (const tab of tabs) tab.close()
  }
})

async function open(opening: Promise<TestSocket>): Promise<TestSocket> {
  const tab = await opening
  tabs.push(tab)
  return tab
}

interface Thread {
  hubNo: number
  noteNo: number
}

/** The payloads that a member sends about a hub; an event without its row does not compile. */
const payloads: { [Name in ClientEventName]: (thread: Thread) => ClientEventPayload<Name> } = {
  'presence:enter': ({ hubNo }) => ({ hubNo }),
  'presence:leave': ({ hubNo }) => ({ hubNo }),
  'comment:composing': ({ hubNo, noteNo }) => ({ hubNo, noteNo }),
  'document:open': ({ noteNo }) => ({ subject: { noteNo } }),
  'document:edit': () => ({ documentId: randomUUID(), generation: 1, update: toBase64(newUpdate()) }),
  'document:presence': () => ({ documentId: randomUUID(), update: toBase64(newUpdate()) }),
  'document:close': () => ({ documentId: randomUUID() }),
}
const newUpdate = () => createState({ title: '', text: '글' })
const names = Object.keys(payloads) as ClientEventName[]

/** Emits an event without type checks. */
function emitUnchecked({ socket }: TestSocket, name: string, ...payload: unknown[]): void {
  ;(socket as unknown as { emit(name: string, ...payload: unknown[]): void }).emit(name, ...payload)
}

const about = (hubNo: number) => (event: Received) =>
  'hubNo' in event.payload && event.payload.hubNo === hubNo
const lookAtHub = (hubNo: number, users: TestUser[]) => (presence: { hubNo: number; userNos: number[] }) =>
  presence.hubNo === hubNo && users.every(({ userNo }) => presence.userNos.includes(userNo))

/** Resolves when the node has processed all events of the tab: its presence in its own hub is then published. */
async function waitUntilProcessed(tab: TestSocket, ownHubNo: number, user: TestUser): Promise<void> {
  emitUnchecked(tab, 'presence:enter', { hubNo: ownHubNo })
  await tab.waitForEvent('presence:changed', lookAtHub(ownHubNo, [user]))
}

/** A hub that nobody else knows. */
async function newThread(...others: TestUser[]): Promise<Thread> {
  const { author } = fixtures
  const hubNo = await makeHub(author, ...others, await newUser(node.url))
  return { hubNo, noteNo: await shareNewNote(author, hubNo) }
}

/** A non-member emits every event about a hub, then a member does. The others receive the member’s events only. */
async function expectNotPublished(outsider: TestUser, tab: TestSocket, room: Thread): Promise<void> {
  const { author, member, bystander } = fixtures
  const ownHubNo = await makeHub(outsider, author)
  const openTab = (user: TestUser) => open(user.openSocket())
  const [authorsTab, membersTab] = [await openTab(author), await openTab(member)]
  const bystandersTab = await openTab(bystander)
  emitUnchecked(membersTab, 'presence:enter', { hubNo: room.hubNo })
  await authorsTab.waitForEvent('presence:changed', lookAtHub(room.hubNo, [member]))
  const receivedBefore = authorsTab.received.length

  for (const name of names) emitUnchecked(tab, name, payloads[name](room))
  await waitUntilProcessed(tab, ownHubNo, outsider)

  emitUnchecked(bystandersTab, 'comment:composing', payloads['comment:composing'](room))
  await authorsTab.waitForEvent('comment:composing', ({ userNo }) => userNo === bystander.userNo)
  emitUnchecked(bystandersTab, 'presence:enter', { hubNo: room.hubNo })
  await authorsTab.waitForEvent('presence:changed', lookAtHub(room.hubNo, [member, bystander]))

  const composers: number[] = []
  // The readers of notes that were shared before are published with a delay.
  const received = authorsTab.received.slice(receivedBefore).filter(({ name }) => name !== 'readers:changed')
  for (const event of received.filter(about(room.hubNo))) {
    if (event.name === 'comment:composing') composers.push(event.payload.userNo)
    else expect(event).toMatchObject({ name: 'presence:changed' })
    if (event.name === 'presence:changed') expect(event.payload.userNos).not.toContain(outsider.userNo)
  }
  expect(composers).toEqual([bystander.userNo])
}

test.each<[string, () => Promise<TestUser>]>([
  ['a non-member', () => newUser(node.url)],
  ['an administrator', async () => fixtures.administrator],
])('%s from a user without permission is published to nobody', async (_, find) => {
  const outsider = await find()
  const tab = await open(outsider.openSocket())
  await expectNotPublished(outsider, tab, { hubNo: fixtures.room.hubNo, noteNo: fixtures.room.noteNo })
  expect(tab.received.filter(about(fixtures.room.hubNo))).toEqual([])
})

test('a tab that was open when its user left the hub can no longer emit events there', async () => {
  const formerMember = await newUser(node.url)
  const room = await newThread(fixtures.member, fixtures.bystander, formerMember)
  const { hubNo } = room
  const tab = await open(formerMember.openSocket())
  emitUnchecked(tab, 'presence:enter', { hubNo })
  await tab.waitForEvent('presence:changed', lookAtHub(hubNo, [formerMember]))
  await formerMember.call(disjoin, { targetHubNo: hubNo })
  await expectNotPublished(formerMember, tab, room)
})

test('a visitor of the agora can emit no events', async () => {
  const room = await newThread()
  const authorsTab = await open(fixtures.author.openSocket())
  const visitor = await open(openVisitorSocket(node.url))
  const [socket] = node.app.io.of(AGORA_NAMESPACE).sockets.values()
  const closed = new Promise(resolve => socket?.once('disconnect', resolve))
  for (const name of names) emitUnchecked(visitor, name, payloads[name](room))
  visitor.close()
  await closed
  await waitUntilProcessed(authorsTab, room.hubNo, fixtures.author)
  expect(authorsTab.received.filter(about(room.hubNo)).map(({ name }) => name)).toEqual(['presence:changed'])
})

test('no malformed or revoked token opens a socket', async () => {
  const deadTokens = await createInvalidTokens(fixtures, async (time, something) => {
    const before = now
    now = time
    const made = await something()
    now = before
    return made
  })
  for (const [name, token] of Object.entries(deadTokens))
    expect(await handshakeError(node.url, { token, protocol: PROTOCOL_VERSION }), name).toBe('not-signed-in')
})

const noNumbers = [null, '', { $gt: 0 }, [1], -1, 1e308, 2 ** 53, 1.5]
const wrong: unknown[][] = [
  ...[null, 'hub', [], {}, JSON.parse('{"__proto__":{"hubNo":1,"noteNo":1}}')].map(payload => [payload]),
  ...noNumbers.map(no => [{ hubNo: no, noteNo: no }]),
  [],
  [Buffer.from('{"hubNo":1}')],
  [() => undefined],
  Array(100).fill({ hubNo: 1 }),
]

test.each(names)('%s with an invalid payload causes no error and is not published', async name => {
  const { author, member } = fixtures
  const room = await newThread(member)
  const [authorsTab, membersTab] = [await open(author.openSocket()), await open(member.openSocket())]
  for (const payload of wrong) emitUnchecked(membersTab, name, ...payload)
  await waitUntilProcessed(membersTab, room.hubNo, member)
  await authorsTab.waitForEvent('presence:changed', lookAtHub(room.hubNo, [member]))
  expect(authorsTab.received.filter(about(room.hubNo)).map(event => event.name)).toEqual(['presence:changed'])
  expect(membersTab.socket.connected).toBe(true)
})
