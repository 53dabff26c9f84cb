import jwt from 'jsonwebtoken'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkSignIn, signOut } from '#protocol/accounts.ts'
import { SESSION_MS } from '#protocol/limits.ts'
import { ko } from '#protocol/text/ko.ts'
import { createTopic, deleteTopic, getTopics } from '#protocol/topics.ts'
import { allRoutes } from '#server/routes.ts'
import { call, post } from '#tests/support/call.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { newUser, signInUser, type TestUser } from '#tests/support/users.ts'

let node: TestNode
let mongoUrl: string
let user: TestUser

beforeAll(async () => {
  mongoUrl = await emptyDatabase()
  node = await startNode({ mongoUrl })
  user = await newUser(node.url)
})
afterAll(() => node.stop())

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
  const guarded = allRoutes(node.app.context)
    .map(route => route.call)
    .filter(({ access }) => access !== 'open')
  expect(guarded.length).toBeGreaterThan(20)
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

test('a rejected request changes nothing', async () => {
  const { subjects } = await user.call(createTopic, { title: '남을 주제' })
  const topicNo = subjects[0]?.subjectNo ?? 0
  expect(await call(node.url, deleteTopic, { topicNo }, await endedToken())).toMatchObject({ status: 401 })
  expect(await call(node.url, createTopic, { title: '없을 주제' })).toMatchObject({ status: 401 })
  expect((await user.call(getTopics, {})).subjects).toEqual(subjects)
})

test('calls for administrators are forbidden to others', async () => {
  const theirs = allRoutes(node.app.context).filter(({ call }) => call.access === 'administrator')
  expect(theirs.length).toBeGreaterThan(0)
  for (const { call } of theirs) {
    const headers = { authData: user.token }
    const response = await fetch(node.url + call.path, { method: call.method, headers })
    expect(await response.json()).toMatchObject({ code: 'forbidden', message: ko['error.forbidden'] })
    expect(response.status, call.path).toBe(403)
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
  const firstNode = await signInUser(node.url, user.email)
  const secondNode = await signInUser(node.url, user.email)
  expect(await call(node.url, signOut, { authToken: firstNode.token })).toEqual({
    status: 200,
    body: { authenticated: false },
  })
  expect(await firstNode.request(getTopics, {})).toMatchObject({ status: 401 })
  expect(await secondNode.request(getTopics, {})).toMatchObject({ status: 200 })
})

test('signing out twice, or without a token, is no error', async () => {
  const authToken = await endedToken()
  for (const input of [{ authToken }, { authToken: 'nonsense' }, {}]) {
    expect(await call(node.url, signOut, input)).toEqual({ status: 200, body: { authenticated: false } })
  }
})

test('a session expires', async () => {
  const laterNode = await startNode({
    mongoUrl,
    clock: () => new Date(Date.now() + SESSION_MS + 1000),
  })
  expect(await call(laterNode.url, getTopics, {}, user.token)).toMatchObject({ status: 401 })
  await laterNode.stop()
  expect(await user.request(getTopics, {})).toMatchObject({ status: 200 })
})

test('the cleanup removes expired sessions and keeps the others', async () => {
  let ahead = 0
  const cleanedUp = await startNode({ mongoUrl, clock: () => new Date(Date.now() + ahead) })
  const { repositories, clock } = cleanedUp.app.context
  const sessionEndingIn = (ms: number) => ({
    device: '',
    createdAt: clock(),
    lastSeen: clock(),
    expiresAt: new Date(clock().getTime() + ms),
  })
  await repositories.sessions.insert({ tokenId: 'short', userNo: user.userNo, ...sessionEndingIn(1_000) })
  await repositories.sessions.insert({ tokenId: 'long', userNo: user.userNo, ...sessionEndingIn(10_000) })
  const beforehand = clock()
  ahead = 5_000
  await cleanedUp.app.cleanUp()
  expect(await repositories.sessions.findActive('short', user.userNo, beforehand)).toBeNull()
  expect(await repositories.sessions.findActive('long', user.userNo, beforehand)).not.toBeNull()
  await cleanedUp.stop()
})
