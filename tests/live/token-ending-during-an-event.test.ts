import { once } from 'node:events'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { signOut } from '#protocol/accounts.ts'
import { shareNote } from '#protocol/shares.ts'
import { getTopics } from '#protocol/topics.ts'
import { call } from '#tests/support/call.ts'
import { createCatchUp, noteTitlesOn } from '#tests/support/catchUp.ts'
import { runAfter, runBefore } from '#tests/support/interleave.ts'
import { startTwoNodes } from '#tests/support/node.ts'
import type { TestSocket } from '#tests/support/testSocket.ts'
import { makeHub, newUser, signInUser, type TestUser, writeNote } from '#tests/support/users.ts'

/** A user signs out while a note is being shared with them. */
let nodes: Awaited<ReturnType<typeof startTwoNodes>>
let author: TestUser
let reader: TestUser
let catchUp: (...tabs: TestSocket[]) => Promise<void>
let hubNo: number

beforeAll(async () => {
  nodes = await startTwoNodes()
  author = await newUser(nodes.firstNode.url)
})
afterAll(() => nodes.stop())
beforeEach(async () => {
  reader = await newUser(nodes.secondNode.url)
  catchUp = await createCatchUp(author, reader)
  hubNo = await makeHub(author, reader, await newUser(nodes.firstNode.url))
})

/** Resolves once the server has closed the socket of this tab. */
const waitForClose = (tab: TestSocket) => once(tab.socket as never, 'disconnect')

test('signing out revokes the token on both nodes immediately and closes its sockets there', async () => {
  const tabs = [await reader.openSocket(nodes.firstNode.url), await reader.openSocket(nodes.secondNode.url)]
  for (const { url } of [nodes.firstNode, nodes.secondNode]) {
    expect(await call(url, getTopics, {}, reader.token), 'both nodes cache the session').toMatchObject({
      status: 200,
    })
  }
  const ends = tabs.map(waitForClose)

  await call(nodes.firstNode.url, signOut, { authToken: reader.token })

  for (const { url } of [nodes.firstNode, nodes.secondNode]) {
    expect(await call(url, getTopics, {}, reader.token)).toMatchObject({ status: 401 })
  }
  for (const [reason] of await Promise.all(ends)) expect(reason).toBe('io server disconnect')
  for (const tab of tabs) expect(tab.received).toEqual([{ name: 'session:ended', payload: {} }])
})

test('a session that signs out before a share is published does not receive it; the user’s other session does', async () => {
  const other = await signInUser(nodes.firstNode.url, reader.email)
  const tab = await reader.openSocket()
  const otherTab = await other.openSocket(nodes.secondNode.url)
  const end = waitForClose(tab)
  const noteNo = await writeNote(author, '나눈 노트')

  const race = runAfter(nodes.firstNode.app.context.repositories.createShare, 'save', () =>
    reader.call(signOut, {}),
  )
  await author.call(shareNote, { hubNo, noteNo })
  await race
  await Promise.all([end, catchUp(otherTab)])

  expect(noteTitlesOn(otherTab, hubNo)).toEqual(['나눈 노트'])
  expect(tab.received).toEqual([{ name: 'session:ended', payload: {} }])
  otherTab.close()
})

test('a session that ends while its socket connects gets no connection', async () => {
  const { gate } = nodes.secondNode.app.context
  // The handshake looks up the session first, then its hubs; the session ends between the two.
  const race = runBefore(gate, 'find', async () => {
    void runBefore(gate, 'find', () => call(nodes.firstNode.url, signOut, { authToken: reader.token }))
  })
  const tab = await reader.openSocket().catch((error: Error) => error.message)
  await race
  if (typeof tab === 'string') expect(tab).toBe('not-signed-in')
  else {
    if (tab.socket.connected) await waitForClose(tab)
    expect(tab.received.filter(({ name }) => name !== 'session:ended')).toEqual([])
  }
})
