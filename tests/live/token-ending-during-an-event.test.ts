import { once } from 'node:events'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { signOut } from '#protocol/accounts.ts'
import { shareNote } from '#protocol/shares.ts'
import { getTopics } from '#protocol/topics.ts'
import { call } from '#tests/support/call.ts'
import { catchUpWith, titlesOn } from '#tests/support/catchUp.ts'
import { justAfter, runBefore } from '#tests/support/interleave.ts'
import type { Listener } from '#tests/support/listener.ts'
import { makeHub, newPerson, type Person, signedIn, writeNote } from '#tests/support/person.ts'
import { startTwoNodes } from '#tests/support/twoNodes.ts'

/** Somebody signs out while a note is shared with them. */
let nodes: Awaited<ReturnType<typeof startTwoNodes>>
let author: Person
let reader: Person
let catchUp: (...tabs: Listener[]) => Promise<void>
let hubNo: number

beforeAll(async () => {
  nodes = await startTwoNodes()
  author = await newPerson(nodes.here.url)
})
afterAll(() => nodes.stop())
beforeEach(async () => {
  reader = await newPerson(nodes.there.url)
  catchUp = await catchUpWith(author, reader)
  hubNo = await makeHub(author, reader, await newPerson(nodes.here.url))
})

/** Resolves once the server has closed this tab's socket. */
const closed = (tab: Listener) => once(tab.socket as never, 'disconnect')

test('signing out ends the token on both nodes at once and closes its sockets there', async () => {
  const tabs = [await reader.listens(nodes.here.url), await reader.listens(nodes.there.url)]
  for (const { url } of [nodes.here, nodes.there]) {
    expect(await call(url, getTopics, {}, reader.token), 'both know the session').toMatchObject({
      status: 200,
    })
  }
  const ends = tabs.map(closed)

  await call(nodes.here.url, signOut, { authToken: reader.token })

  for (const { url } of [nodes.here, nodes.there]) {
    expect(await call(url, getTopics, {}, reader.token)).toMatchObject({ status: 401 })
  }
  for (const [reason] of await Promise.all(ends)) expect(reason).toBe('io server disconnect')
  for (const tab of tabs) expect(tab.received).toEqual([{ name: 'session:ended', payload: {} }])
})

test('who signs out before a share is announced hears nothing of it; their other session does', async () => {
  const other = await signedIn(nodes.here.url, reader.email)
  const tab = await reader.listens()
  const otherTab = await other.listens(nodes.there.url)
  const end = closed(tab)
  const noteNo = await writeNote(author, '나눈 노트')

  const raced = justAfter(nodes.here.app.context.stores.sharing, 'save', () => reader.does(signOut, {}))
  await author.does(shareNote, { hubNo, noteNo })
  await raced
  await Promise.all([end, catchUp(otherTab)])

  expect(titlesOn(otherTab, hubNo)).toEqual(['나눈 노트'])
  expect(tab.received).toEqual([{ name: 'session:ended', payload: {} }])
  otherTab.close()
})

test('a session that ends while its socket connects gets no connection', async () => {
  const { gate } = nodes.there.app.context
  // The handshake asks for the session first, then for its hubs; the session ends between the two.
  const raced = runBefore(gate, 'find', async () => {
    void runBefore(gate, 'find', () => call(nodes.here.url, signOut, { authToken: reader.token }))
  })
  const tab = await reader.listens().catch((error: Error) => error.message)
  await raced
  if (typeof tab === 'string') expect(tab).toBe('not-signed-in')
  else {
    if (tab.socket.connected) await closed(tab)
    expect(tab.received.filter(({ name }) => name !== 'session:ended')).toEqual([])
  }
})
