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
import { rejectedBy } from '#tests/support/listener.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { newPerson, PASSWORD, signedIn } from '#tests/support/person.ts'

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

test('one sees where one is signed in, in words, and nobody else’s', async () => {
  const person = await newPerson(node.url)
  await newPerson(node.url)
  await fetch(node.url + signIn.path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'User-Agent': CHROME },
    body: JSON.stringify({ email: person.email, password: PASSWORD }),
  })

  const { sessions } = await person.does(getSessions, {})

  expect(sessions).toHaveLength(2)
  expect(sessions.filter(session => session.isCurrent)).toHaveLength(1)
  expect(sessions.find(session => !session.isCurrent)?.device).toBe('Chrome · Windows')
  expect(JSON.stringify(sessions)).not.toContain(person.token)
})

test('ending one closes its sockets and kills its token on every node at once, and nothing else', async () => {
  const person = await newPerson(node.url)
  const phone = await signedIn(otherNode.url, person.email)
  const phonesTab = await phone.listens()
  const ownTab = await person.listens(otherNode.url)
  const { sessions } = await person.does(getSessions, {})
  const target = sessions.find(session => !session.isCurrent)?.sessionId ?? ''

  const reply = await person.does(endOwnSession, { sessionId: target })

  expect(reply.sessions).toMatchObject([{ isCurrent: true }])
  await phonesTab.receives('session:ended')
  expect((await phone.asks(getTopics, {})).status).toBe(401)
  expect(await rejectedBy(node.url, { token: phone.token, protocol: 1 })).toBe('not-signed-in')
  await person.does(getTopics, {})
  expect(ownTab.socket.connected).toBe(true)
  for (const tab of [phonesTab, ownTab]) tab.close()
})

test('somebody else’s session cannot be ended, nor one that never was', async () => {
  const person = await newPerson(node.url)
  const other = await newPerson(node.url)
  const sessionId = (await other.does(getSessions, {})).sessions[0]?.sessionId ?? ''
  expect((await person.asks(endOwnSession, { sessionId })).status).toBe(404)
  expect((await person.asks(endOwnSession, { sessionId: crypto.randomUUID() })).status).toBe(404)
  await other.does(getTopics, {})
})

test('all others end at once, with their sockets on every node, and this one stays', async () => {
  const person = await newPerson(node.url)
  const others = [await signedIn(otherNode.url, person.email), await signedIn(node.url, person.email)]
  const stranger = await newPerson(node.url)
  const tabs = await Promise.all(others.map((other, index) => other.listens([node, otherNode][index]?.url)))
  const ownTab = await person.listens(otherNode.url)

  expect((await person.does(endOtherSessions, {})).sessions).toMatchObject([{ isCurrent: true }])

  for (const tab of tabs) await tab.receives('session:ended')
  for (const other of others)
    for (const { url } of [node, otherNode])
      expect((await call(url, getTopics, {}, other.token)).status).toBe(401)
  expect(ownTab.socket.connected).toBe(true)
  await stranger.does(getTopics, {})
  for (const tab of [...tabs, ownTab]) tab.close()
})

test('the thirty-first ends the one that was seen the longest ago, on every node', async () => {
  const person = await newPerson(node.url)
  const tab = await person.listens(otherNode.url)
  now = new Date(now.getTime() + MINUTE_MS)
  const { sessions } = node.app.context.stores
  const seen = { createdAt: now, lastSeen: now, expiresAt: new Date(now.getTime() + SESSION_MS) }
  for (let index = 2; index <= SESSIONS_MAX; index += 1)
    await sessions.open({ tokenId: `session ${index}`, userNo: person.userNo, device: '', ...seen })
  expect(await sessions.ofUser(person.userNo, now)).toHaveLength(SESSIONS_MAX)

  const newest = await signedIn(node.url, person.email)

  await tab.receives('session:ended')
  tab.close()
  for (const { url } of [node, otherNode])
    expect((await call(url, getTopics, {}, person.token)).status).toBe(401)
  expect((await newest.does(getSessions, {})).sessions).toHaveLength(SESSIONS_MAX)
})

test('a new password closes the other sockets on every node, and this one stays', async () => {
  const person = await newPerson(node.url)
  const thief = await signedIn(otherNode.url, person.email)
  const thiefsTab = await thief.listens()
  const ownTab = await person.listens(otherNode.url)
  await person.does(requestMyInfo, { email: person.email, password: PASSWORD })

  await person.does(updateMyInfo, { password: '훔칠 수 없는 말' })

  await thiefsTab.receives('session:ended')
  expect((await thief.asks(getTopics, {})).status).toBe(401)
  expect(ownTab.socket.connected).toBe(true)
  for (const tab of [thiefsTab, ownTab]) tab.close()
})

test('when it was last seen is written once a minute at most', async () => {
  const person = await newPerson(node.url)
  const started = now
  const lastSeen = async () => {
    // What a node knows of a session it trusts for some seconds, in which nothing is written.
    node.app.context.gate.forgetUser(person.userNo)
    await person.does(getTopics, {})
    const [session] = await node.app.context.stores.sessions.ofUser(person.userNo, now)
    return session?.lastSeen
  }
  now = new Date(started.getTime() + MINUTE_MS - 1)
  expect(await lastSeen()).toEqual(started)
  now = new Date(started.getTime() + MINUTE_MS)
  expect(await lastSeen()).toEqual(now)
})

test('a session ends by itself; the sweep closes the sockets that it left open on each node', async () => {
  const person = await newPerson(node.url)
  const tabs = [await person.listens(), await person.listens(otherNode.url)]
  const fresh = new Date(now.getTime() + SESSION_MS)
  now = fresh

  expect((await person.asks(getTopics, {})).status).toBe(401)
  const late = await newPerson(node.url)
  const latesTab = await late.listens()
  await node.app.cleanUp()
  await otherNode.app.cleanUp()

  for (const tab of tabs) {
    await tab.receives('session:ended')
    tab.close()
  }
  expect(latesTab.socket.connected).toBe(true)
  latesTab.close()
  expect((await call(node.url, getSessions, {}, person.token)).status).toBe(401)
})
