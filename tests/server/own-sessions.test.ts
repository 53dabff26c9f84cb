import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { signIn } from '#protocol/accounts.ts'
import { SESSION_MS, SESSIONS_MAX } from '#protocol/limits.ts'
import {
  endOtherSessions,
  endOwnSession,
  getSessions,
  requestMyInfo,
  updateMyInfo,
} from '#protocol/myInfo.ts'
import { getTopics } from '#protocol/topics.ts'
import { call } from '#tests/support/call.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { handshakeError } from '#tests/support/testSocket.ts'
import { newUser, PASSWORD, signInUser } from '#tests/support/users.ts'

const MINUTE_MS = 60_000
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36'

let node: TestNode
let otherNode: TestNode
let now = new Date()

beforeAll(async () => {
  const parts = { mongoUrl: await emptyDatabase(), redisUrl: inject('redisUrl'), clock: () => now }
  node = await startNode(parts)
  otherNode = await startNode(parts)
})
afterAll(async () => {
  await Promise.all([node.stop(), otherNode.stop()])
})

test('a user sees where they are signed in, in words, and nobody else’s sessions', async () => {
  const user = await newUser(node.url)
  await newUser(node.url)
  await fetch(node.url + signIn.path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'User-Agent': CHROME },
    body: JSON.stringify({ email: user.email, password: PASSWORD }),
  })

  const { sessions } = await user.call(getSessions, {})

  expect(sessions).toHaveLength(2)
  expect(sessions.filter(session => session.isCurrent)).toHaveLength(1)
  expect(sessions.find(session => !session.isCurrent)?.device).toBe('Chrome · Windows')
  expect(JSON.stringify(sessions)).not.toContain(user.token)
})

test('ending a session closes its sockets and revokes its token on every node immediately, and affects no other', async () => {
  const user = await newUser(node.url)
  const phone = await signInUser(otherNode.url, user.email)
  const phonesTab = await phone.openSocket()
  const ownTab = await user.openSocket(otherNode.url)
  const { sessions } = await user.call(getSessions, {})
  const target = sessions.find(session => !session.isCurrent)?.sessionId ?? ''

  const reply = await user.call(endOwnSession, { sessionId: target })

  expect(reply.sessions).toMatchObject([{ isCurrent: true }])
  await phonesTab.waitForEvent('session:ended')
  expect((await phone.request(getTopics, {})).status).toBe(401)
  expect(await handshakeError(node.url, { token: phone.token, protocol: 1 })).toBe('not-signed-in')
  await user.call(getTopics, {})
  expect(ownTab.socket.connected).toBe(true)
  for (const tab of [phonesTab, ownTab]) tab.close()
})

test('another user’s session cannot be ended, nor one that never existed', async () => {
  const user = await newUser(node.url)
  const other = await newUser(node.url)
  const sessionId = (await other.call(getSessions, {})).sessions[0]?.sessionId ?? ''
  expect((await user.request(endOwnSession, { sessionId })).status).toBe(404)
  expect((await user.request(endOwnSession, { sessionId: crypto.randomUUID() })).status).toBe(404)
  await other.call(getTopics, {})
})

test('all other sessions can be ended at once, with their sockets on every node, and this one stays', async () => {
  const user = await newUser(node.url)
  const others = [await signInUser(otherNode.url, user.email), await signInUser(node.url, user.email)]
  const stranger = await newUser(node.url)
  const tabs = await Promise.all(
    others.map((other, index) => other.openSocket([node, otherNode][index]?.url)),
  )
  const ownTab = await user.openSocket(otherNode.url)

  expect((await user.call(endOtherSessions, {})).sessions).toMatchObject([{ isCurrent: true }])

  for (const tab of tabs) await tab.waitForEvent('session:ended')
  for (const other of others)
    for (const { url } of [node, otherNode])
      expect((await call(url, getTopics, {}, other.token)).status).toBe(401)
  expect(ownTab.socket.connected).toBe(true)
  await stranger.call(getTopics, {})
  for (const tab of [...tabs, ownTab]) tab.close()
})

test('the thirty-first session ends the one with the oldest activity, on every node', async () => {
  const user = await newUser(node.url)
  const tab = await user.openSocket(otherNode.url)
  now = new Date(now.getTime() + MINUTE_MS)
  const { sessions } = node.app.context.repositories
  const seen = { createdAt: now, lastSeen: now, expiresAt: new Date(now.getTime() + SESSION_MS) }
  for (let index = 2; index <= SESSIONS_MAX; index += 1)
    await sessions.insert({ tokenId: `session ${index}`, userNo: user.userNo, device: '', ...seen })
  expect(await sessions.findByUser(user.userNo, now)).toHaveLength(SESSIONS_MAX)

  const newest = await signInUser(node.url, user.email)

  await tab.waitForEvent('session:ended')
  tab.close()
  for (const { url } of [node, otherNode])
    expect((await call(url, getTopics, {}, user.token)).status).toBe(401)
  expect((await newest.call(getSessions, {})).sessions).toHaveLength(SESSIONS_MAX)
})

test('a new password closes the other sockets on every node, and keeps this session', async () => {
  const user = await newUser(node.url)
  const thief = await signInUser(otherNode.url, user.email)
  const thiefsTab = await thief.openSocket()
  const ownTab = await user.openSocket(otherNode.url)
  await user.call(requestMyInfo, { email: user.email, password: PASSWORD })

  await user.call(updateMyInfo, { password: '훔칠 수 없는 말' })

  await thiefsTab.waitForEvent('session:ended')
  expect((await thief.request(getTopics, {})).status).toBe(401)
  expect(ownTab.socket.connected).toBe(true)
  for (const tab of [thiefsTab, ownTab]) tab.close()
})

test('the last activity is written at most once a minute', async () => {
  const user = await newUser(node.url)
  const started = now
  const lastSeen = async () => {
    // While a node caches a session nothing is written.
    node.app.context.gate.forgetUser(user.userNo)
    await user.call(getTopics, {})
    const [session] = await node.app.context.repositories.sessions.findByUser(user.userNo, now)
    return session?.lastSeen
  }
  now = new Date(started.getTime() + MINUTE_MS - 1)
  expect(await lastSeen()).toEqual(started)
  now = new Date(started.getTime() + MINUTE_MS)
  expect(await lastSeen()).toEqual(now)
})

test('a session expires; the cleanup closes the sockets that it left open on each node', async () => {
  const user = await newUser(node.url)
  const tabs = [await user.openSocket(), await user.openSocket(otherNode.url)]
  const fresh = new Date(now.getTime() + SESSION_MS)
  now = fresh

  expect((await user.request(getTopics, {})).status).toBe(401)
  const late = await newUser(node.url)
  const latesTab = await late.openSocket()
  await node.app.cleanUp()
  await otherNode.app.cleanUp()

  for (const tab of tabs) {
    await tab.waitForEvent('session:ended')
    tab.close()
  }
  expect(latesTab.socket.connected).toBe(true)
  latesTab.close()
  expect((await call(node.url, getSessions, {}, user.token)).status).toBe(401)
})
