import jwt from 'jsonwebtoken'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { checkSignIn, signIn, signOut } from '#protocol/accounts.ts'
import { SESSION_MS, SESSIONS_MAX } from '#protocol/limits.ts'
import {
  endOtherSessions,
  endOwnSession,
  getSessions,
  requestMyInfo,
  updateMyInfo,
} from '#protocol/myInfo.ts'
import { ko } from '#protocol/text/ko.ts'
import { getTopics } from '#protocol/topics.ts'
import { allRoutes } from '#server/routes.ts'
import { call, post } from '#tests/support/call.ts'
import { openNodes } from '#tests/support/node.ts'
import { handshakeError } from '#tests/support/testSocket.ts'
import { newUser, PASSWORD, signInUser, type TestUser } from '#tests/support/users.ts'

const MINUTE_MS = 60_000
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36'

let now = new Date()
const parts = { redisUrl: inject('redisUrl'), clock: () => now }
const [node, otherNode] = await openNodes(parts, parts)

describe('a token', () => {
  let user: TestUser
  beforeAll(async () => {
    user = await newUser(node.url)
  })

  /** The claims of a real token, signed in another way. */
  function claimsOf(token: string) {
    const { sub, jti } = jwt.decode(token) as { sub: string; jti: string }
    return { subject: sub, jwtid: jti, expiresIn: '1d' } as const
  }

  function withAnotherSubject(token: string): string {
    const [head, claims = '', signature] = token.split('.')
    const changed = { ...JSON.parse(Buffer.from(claims, 'base64url').toString()), sub: '1234' }
    return [head, Buffer.from(JSON.stringify(changed)).toString('base64url'), signature].join('.')
  }

  async function endedToken(): Promise<string> {
    const newSession = await signInUser(node.url, user.email)
    await newSession.call(signOut, {})
    return newSession.token
  }

  const badTokens: [string, () => string | undefined | Promise<string>][] = [
    ['no token', () => undefined],
    ['an empty token', () => ''],
    ['nonsense', () => 'a.b.c'],
    ['a token signed with another key', () => jwt.sign({}, 'another secret', claimsOf(user.token))],
    ['an unsigned token', () => jwt.sign({}, '', { ...claimsOf(user.token), algorithm: 'none' })],
    ['a token with another user number', () => withAnotherSubject(user.token)],
    ['the token of an ended session', endedToken],
  ]

  test.each(badTokens)('%s authorizes no call that requires a session', async (_, make) => {
    const token = await make()
    const calls = allRoutes(node.app.context).map(route => route.call)
    const guarded = calls.filter(({ access }) => access !== 'open')
    expect(guarded.length).toBeGreaterThan(20)
    // All calls check the token at the same place.
    if (token !== undefined) guarded.splice(3)
    for (const { method, path } of guarded) {
      const headers = new Headers(token === undefined ? {} : { authData: token })
      const response = await fetch(node.url + path, { method, headers })
      expect(await response.json(), path).toEqual({
        success: false,
        code: 'notSignedIn',
        message: ko['error.notSignedIn'],
      })
      expect(response.status).toBe(401)
    }
  })

  test.each(['Bearer', 'bearer'])('Authorization: %s is accepted like authData', async scheme => {
    const answer = await post(node.url + getTopics.path, undefined, {
      Authorization: `${scheme} ${user.token}`,
    })
    expect(answer).toMatchObject({ status: 200, body: { success: true } })
  })

  test('a token is checked in the body or in the header', async () => {
    const expected = {
      authenticated: true,
      authToken: user.token,
      userNo: user.userNo,
      email: user.email,
      username: user.name,
      privilege: 0,
      mustChangePassword: false,
      stays: false,
      profPic: '',
      epoch: node.app.context.epoch,
    }
    const byBody = await call(node.url, checkSignIn, { authToken: user.token })
    const byHeader = await call(node.url, checkSignIn, {}, user.token)
    expect(byBody).toEqual({ status: 200, body: expected })
    expect(byHeader).toEqual(byBody)
  })

  test.each(badTokens)('%s is checked as not signed in', async (_, make) => {
    const authToken = await make()
    const answer = await call(node.url, checkSignIn, authToken === undefined ? {} : { authToken })
    expect(answer).toEqual({ status: 200, body: { authenticated: false } })
  })

  test('signing out ends this session and no other', async () => {
    const one = await signInUser(node.url, user.email)
    const other = await signInUser(node.url, user.email)
    // Twice, or without a token, is no error.
    for (const input of [{ authToken: one.token }, { authToken: one.token }, { authToken: 'nonsense' }, {}])
      expect(await call(node.url, signOut, input)).toEqual({ status: 200, body: { authenticated: false } })
    expect(await one.request(getTopics, {})).toMatchObject({ status: 401 })
    expect(await other.request(getTopics, {})).toMatchObject({ status: 200 })
  })

  test('the cleanup removes expired sessions and keeps the others', async () => {
    const { repositories, clock } = node.app.context
    const sessionEndingIn = (ms: number) => ({
      device: '',
      createdAt: clock(),
      lastSeen: clock(),
      expiresAt: new Date(clock().getTime() + ms),
    })
    await repositories.sessions.insert({ tokenId: 'short', userNo: user.userNo, ...sessionEndingIn(1_000) })
    await repositories.sessions.insert({ tokenId: 'long', userNo: user.userNo, ...sessionEndingIn(10_000) })
    const beforehand = clock()
    now = new Date(now.getTime() + 5_000)
    await node.app.cleanUp()
    expect(await repositories.sessions.findActive('short', user.userNo, beforehand)).toBeNull()
    expect(await repositories.sessions.findActive('long', user.userNo, beforehand)).not.toBeNull()
  })
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
})

test('all other sessions can be ended at once, with their sockets on every node, and this one stays', async () => {
  const user = await newUser(node.url)
  const others = [await signInUser(otherNode.url, user.email), await signInUser(node.url, user.email)]
  const otherUser = await newUser(node.url)
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
  await otherUser.call(getTopics, {})
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
