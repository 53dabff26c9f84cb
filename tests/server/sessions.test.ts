import jwt from 'jsonwebtoken'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkSignIn, signOut } from '#protocol/accounts.ts'
import { SESSION_MS } from '#protocol/limits.ts'
import { ko } from '#protocol/text/ko.ts'
import { createTopic, deleteTopic, getTopics } from '#protocol/topics.ts'
import { allRoutes } from '#server/routes.ts'
import { call } from '#tests/support/call.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { newPerson, type Person, signedIn } from '#tests/support/person.ts'
import { post } from '#tests/support/post.ts'

let node: TestNode
let mongoUrl: string
let person: Person

beforeAll(async () => {
  mongoUrl = await emptyDatabase()
  node = await startNode({ mongoUrl })
  person = await newPerson(node.url)
})
afterAll(() => node.stop())

/** What a real token says, signed in another way. */
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
  const again = await signedIn(node.url, person.email)
  await again.does(signOut, {})
  return again.token
}

const badTokens: [string, () => string | undefined | Promise<string>][] = [
  ['no token', () => undefined],
  ['an empty token', () => ''],
  ['nonsense', () => 'a.b.c'],
  ['a token signed by somebody else', () => jwt.sign({}, 'another secret', claimsOf(person.token))],
  ['an unsigned token', () => jwt.sign({}, '', { ...claimsOf(person.token), algorithm: 'none' })],
  ['a token whose person was exchanged', () => withAnotherSubject(person.token)],
  ['the token of an ended session', endedToken],
]

test.each(badTokens)('%s opens no call that wants somebody signed in', async (_, make) => {
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

test('a refused request changes nothing', async () => {
  const { subjects } = await person.does(createTopic, { title: '남을 주제' })
  const topicNo = subjects[0]?.subjectNo ?? 0
  expect(await call(node.url, deleteTopic, { topicNo }, await endedToken())).toMatchObject({ status: 401 })
  expect(await call(node.url, createTopic, { title: '없을 주제' })).toMatchObject({ status: 401 })
  expect((await person.does(getTopics, {})).subjects).toEqual(subjects)
})

test('calls for administrators are forbidden to others', async () => {
  const theirs = allRoutes(node.app.context).filter(({ call }) => call.access === 'administrator')
  expect(theirs.length).toBeGreaterThan(0)
  for (const { call } of theirs) {
    const headers = { authData: person.token }
    const response = await fetch(node.url + call.path, { method: call.method, headers })
    expect(await response.json()).toMatchObject({ code: 'forbidden', message: ko['error.forbidden'] })
    expect(response.status, call.path).toBe(403)
  }
})

test.each(['Bearer', 'bearer'])('Authorization: %s opens as authData does', async scheme => {
  const answer = await post(node.url + getTopics.path, undefined, {
    Authorization: `${scheme} ${person.token}`,
  })
  expect(answer).toMatchObject({ status: 200, body: { success: true } })
})

test('a token is checked by the body or by the header', async () => {
  const expected = {
    authenticated: true,
    authToken: person.token,
    userNo: person.userNo,
    email: person.email,
    username: person.name,
    privilege: 0,
    mustChangePassword: false,
    stays: false,
    profPic: '',
    epoch: node.app.context.epoch,
  }
  const byBody = await call(node.url, checkSignIn, { authToken: person.token })
  const byHeader = await call(node.url, checkSignIn, {}, person.token)
  expect(byBody).toEqual({ status: 200, body: expected })
  expect(byHeader).toEqual(byBody)
})

test.each(badTokens)('%s is checked as not signed in', async (_, make) => {
  const authToken = await make()
  const answer = await call(node.url, checkSignIn, authToken === undefined ? {} : { authToken })
  expect(answer).toEqual({ status: 200, body: { authenticated: false } })
})

test('signing out ends this session and no other', async () => {
  const here = await signedIn(node.url, person.email)
  const there = await signedIn(node.url, person.email)
  expect(await call(node.url, signOut, { authToken: here.token })).toEqual({
    status: 200,
    body: { authenticated: false },
  })
  expect(await here.asks(getTopics, {})).toMatchObject({ status: 401 })
  expect(await there.asks(getTopics, {})).toMatchObject({ status: 200 })
})

test('signing out twice, or without a token, is no error', async () => {
  const authToken = await endedToken()
  for (const input of [{ authToken }, { authToken: 'nonsense' }, {}]) {
    expect(await call(node.url, signOut, input)).toEqual({ status: 200, body: { authenticated: false } })
  }
})

test('a session ends by itself after its time', async () => {
  const later = await startNode({
    mongoUrl,
    clock: () => new Date(Date.now() + SESSION_MS + 1000),
  })
  expect(await call(later.url, getTopics, {}, person.token)).toMatchObject({ status: 401 })
  await later.stop()
  expect(await person.asks(getTopics, {})).toMatchObject({ status: 200 })
})

test('the sweep forgets ended sessions and keeps the others', async () => {
  let ahead = 0
  const cleanedUp = await startNode({ mongoUrl, clock: () => new Date(Date.now() + ahead) })
  const { stores, clock } = cleanedUp.app.context
  const ends = (ms: number) => ({
    device: '',
    createdAt: clock(),
    lastSeen: clock(),
    expiresAt: new Date(clock().getTime() + ms),
  })
  await stores.sessions.open({ tokenId: 'short', userNo: person.userNo, ...ends(1_000) })
  await stores.sessions.open({ tokenId: 'long', userNo: person.userNo, ...ends(10_000) })
  const beforehand = clock()
  ahead = 5_000
  await cleanedUp.app.cleanUp()
  expect(await stores.sessions.relationship('short', person.userNo, beforehand)).toBeNull()
  expect(await stores.sessions.relationship('long', person.userNo, beforehand)).not.toBeNull()
  await cleanedUp.stop()
})
