import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { checkSignIn, signOut } from '#protocol/accounts.ts'
import { suspendPerson } from '#protocol/administration.ts'
import { getSuggestions } from '#protocol/agora.ts'
import { scopeOf } from '#protocol/apiScopes.ts'
import {
  API_SCOPES,
  API_TOKEN_PREFIX,
  type ApiScope,
  createApiToken,
  getApiTokens,
  removeApiToken,
} from '#protocol/apiTokens.ts'
import type { Call } from '#protocol/call.ts'
import { disjoin } from '#protocol/hubs.ts'
import { QUOTAS } from '#protocol/limits.ts'
import { deleteAccount, requestMyInfo } from '#protocol/myInfo.ts'
import { getNote, postNote } from '#protocol/notes.ts'
import { ko } from '#protocol/text/ko.ts'
import { createTopic, getTopics } from '#protocol/topics.ts'
import { DAY_MS, MINUTE_MS } from '#server/platform/durations.ts'
import { allCalls } from '#tests/support/allCalls.ts'
import { newApiToken } from '#tests/support/apiTokens.ts'
import { dumpDatabase } from '#tests/support/dumpDatabase.ts'
import { createFixtures } from '#tests/support/fixtures.ts'
import { openNodes } from '#tests/support/node.ts'
import { openSocket } from '#tests/support/testSocket.ts'
import { makeHub, newAdministrator, newUser, PASSWORD, shareNewNote } from '#tests/support/users.ts'

const LISTED = 'https://app.example.com'
const redisUrl = inject('redisUrl')
let now = new Date()
const clock = () => now
const [node, otherNode, strict] = await openNodes(
  { redisUrl, clock, corsOrigins: [LISTED] },
  { redisUrl, clock },
  { clock, rateLimitScale: 0.02 },
)
const administrator = await newAdministrator(node)

const newToken = async (...wanted: Parameters<typeof newApiToken>) => (await newApiToken(...wanted)).token

/** Sends a call with an API token as a program would. */
function send({ path }: Pick<Call, 'path'>, token: string, input: object = {}, url = node.url) {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  return fetch(url + path, { method: 'POST', headers, body: JSON.stringify(input) })
}

test('a token is shown once, stored as a hash, and works until it is removed', async () => {
  const user = await newUser(node.url)
  const token = await newToken(user, ['read'])
  expect(token).toMatch(/^gmt_[\w-]{43}$/)
  expect(await (await send(getTopics, token)).json()).toMatchObject({ success: true })

  const { tokens } = await user.call(getApiTokens, {})
  expect(tokens).toMatchObject([{ name: '집 컴퓨터', scopes: ['read'] }])
  expect(JSON.stringify(tokens)).not.toContain(token)
  expect(JSON.stringify(await dumpDatabase(node.mongo))).not.toContain(token.slice(API_TOKEN_PREFIX.length))

  await user.call(removeApiToken, { tokenId: tokens[0]?.tokenId ?? '' })
  for (const { url } of [node, otherNode]) expect((await send(getTopics, token, {}, url)).status).toBe(401)
})

test('the last use is listed, to the minute', async () => {
  const user = await newUser(node.url)
  const token = await newToken(user)
  const lastUsed = async () => {
    await node.app.context.backgroundTasks.onIdle()
    return (await user.call(getApiTokens, {})).tokens[0]?.lastUsedAt
  }
  expect(await lastUsed()).toBeNull()
  await send(getTopics, token)
  const firstUse = now.toISOString()
  expect(await lastUsed()).toBe(firstUse)
  now = new Date(now.getTime() + MINUTE_MS - 1)
  await send(getTopics, token)
  expect(await lastUsed()).toBe(firstUse)
  now = new Date(now.getTime() + 1)
  await send(getTopics, token)
  expect(await lastUsed()).toBe(now.toISOString())
})

test('a token ends at its time, and pauses with a suspension', async () => {
  const user = await newUser(node.url)
  const token = await newToken(user, ['read'], 1)
  const status = async () => (await send(getTopics, token)).status
  await administrator.call(suspendPerson, { userNo: user.userNo, isSuspended: true })
  expect(await status()).toBe(401)
  await administrator.call(suspendPerson, { userNo: user.userNo, isSuspended: false })
  expect(await status()).toBe(200)
  const before = now
  onTestFinished(() => {
    now = before
  })
  now = new Date(now.getTime() + DAY_MS)
  expect(await status()).toBe(401)
})

test('a token has lost what its user has lost: a room, and the account', async () => {
  const [user, friend] = [await newUser(node.url), await newUser(node.url)]
  const hubNo = await makeHub(user, friend)
  const noteNo = await shareNewNote(friend, hubNo)
  const token = await newToken(user, ['read'])
  const status = async () => (await send(getNote, token, { noteNo })).status
  expect(await status()).toBe(200)
  await user.call(disjoin, { targetHubNo: hubNo })
  expect(await status()).toBe(404)
  await user.call(deleteAccount, { password: PASSWORD })
  expect(await status()).toBe(401)
})

test('creating one needs the password step, a name, a scope and at most a year', async () => {
  const user = await newUser(node.url)
  const valid = { name: '집 컴퓨터', scopes: ['read' as const], days: 30 }
  expect((await user.request(createApiToken, valid)).body).toEqual({
    success: false,
    authenticated: false,
    message: ko['accounts.passwordStepNeeded'],
  })
  await user.call(requestMyInfo, { email: user.email, password: PASSWORD })
  for (const wrong of [
    { name: ' ' },
    { scopes: [] },
    { scopes: ['admin'] },
    { days: 0 },
    { days: 366 },
    { days: 1.5 },
  ])
    expect((await user.request(createApiToken, { ...valid, ...wrong } as typeof valid)).status).toBe(400)
  for (let made = 0; made < QUOTAS.apiTokens; made += 1) await user.call(createApiToken, valid)
  expect((await user.request(createApiToken, valid)).body).toMatchObject({ code: 'quota' })
  expect((await user.call(getApiTokens, {})).tokens).toHaveLength(QUOTAS.apiTokens)
})

test('nobody can list or remove the tokens of others', async () => {
  const [owner, other] = await Promise.all([newUser(node.url), newUser(node.url)])
  await newToken(owner)
  const { tokens } = await owner.call(getApiTokens, {})
  const result = await other.request(removeApiToken, { tokenId: tokens[0]?.tokenId ?? '' })
  expect(result.status).toBe(404)
  expect((await other.call(getApiTokens, {})).tokens).toEqual([])
  expect((await owner.call(getApiTokens, {})).tokens).toEqual(tokens)
})

const fixtures = await createFixtures(node.url, node.app.context.repositories.users)
const { author } = fixtures
const tokens = Object.fromEntries(
  await Promise.all(API_SCOPES.map(async scope => [scope, await newToken(author, [scope])])),
) as Record<ApiScope, string>

/** The features that no token reaches. */
const WITHOUT_TOKENS =
  /^\/api\/(?:user|passkey|oidc|token|push|mail|feed|admin|publiclink|invitation|document)\//

/** Calls that change what a user sees, who is in a room, or what is sent to people outside of it. A token may make none of them. */
const KNOWN_WITHOUT_SCOPE = [
  '/api/agora/createsuggestion',
  '/api/agora/deletesuggestion',
  '/api/agora/react',
  '/api/agora/report',
  '/api/discussion/markcommentsread',
  '/api/discussion/markseen',
  '/api/discussion/pinnote',
  '/api/discussion/report',
  '/api/friends/addmatching',
  '/api/friends/block',
  '/api/friends/createhub',
  '/api/friends/disjoin',
  '/api/friends/getblocked',
  '/api/friends/markasread',
  '/api/friends/mutehub',
  '/api/friends/namehub',
  '/api/friends/pinhub',
  '/api/friends/removemember',
  '/api/friends/search',
  '/api/friends/unblock',
  '/api/inbox/seen',
  '/api/inbox/seenall',
  '/api/inbox/seenthread',
  '/api/trash/purge',
]

describe('scopes', () => {
  test.each(allCalls.filter(({ access }) => access !== 'open').map(({ path }) => ({ path })))(
    '$path accepts only tokens of its scope',
    async ({ path }) => {
      const scope = scopeOf({ path })
      for (const other of API_SCOPES.filter(one => one !== scope)) {
        const response = await send({ path }, tokens[other])
        expect([other, response.status]).toEqual([other, 403])
        expect(await response.json()).toMatchObject({ message: ko['apiTokens.scopeMissing'] })
      }
      if (scope !== null) expect((await send({ path }, tokens[scope])).status).not.toBe(403)
    },
  )

  test('no token reaches accounts, sessions, tokens or administration', () => {
    const reachable = allCalls.filter(called => scopeOf(called) !== null)
    for (const { path, access } of reachable) {
      expect(path).not.toMatch(WITHOUT_TOKENS)
      expect(access).toBe('member')
    }
  })

  test('every other call of members has a scope, or is known to have none', () => {
    const others = allCalls.filter(({ path, access }) => access === 'member' && !WITHOUT_TOKENS.test(path))
    const withoutScope = others.filter(called => scopeOf(called) === null).map(({ path }) => path)
    expect(withoutScope.toSorted(), 'Add these to protocol/apiScopes.ts, or to KNOWN_WITHOUT_SCOPE').toEqual(
      KNOWN_WITHOUT_SCOPE,
    )
  })

  test('every scope belongs to a call that exists', () => {
    const withScope = allCalls.filter(called => scopeOf(called) !== null).map(scopeOf)
    expect(new Set(withScope)).toEqual(new Set(API_SCOPES))
  })

  test('a token of its scope has the rights of its user, and no more', async () => {
    const outsider = await newToken(fixtures.nonMember)
    const { noteNo } = fixtures.room
    expect((await send(getNote, tokens.read, { noteNo })).status).toBe(200)
    expect((await send(getNote, outsider, { noteNo })).status).toBe(404)
    expect(
      (await send({ path: '/api/admin/getcounts' }, await newToken(fixtures.administrator))).status,
    ).toBe(403)
  })

  test('a written note has the author of the token', async () => {
    const topic = await (await send(createTopic, tokens.write, { title: '스크립트가 쓴 글' })).json()
    const input = { topicNo: topic.subjects[0].subjectNo, title: '자동', text: encodeURIComponent('글') }
    const { noteNo } = await (await send(postNote, tokens.write, input)).json()
    expect(await author.call(getNote, { noteNo })).toMatchObject({ authorNo: author.userNo })
  })

  test('calls for everybody ignore a token', async () => {
    expect((await send(getSuggestions, tokens.read)).status).toBe(200)
    expect(await (await send(signOut, tokens.read)).json()).toMatchObject({ authenticated: false })
    expect(await (await send(checkSignIn, tokens.read)).json()).toMatchObject({ authenticated: false })
    expect((await send(getTopics, tokens.read)).status).toBe(200)
  })

  test('a token is accepted in no other place, and opens no socket', async () => {
    const token = tokens.read
    const inHeader = await fetch(node.url + getTopics.path, { headers: { authData: token } })
    expect(inHeader.status).toBe(401)
    const path = '/api/user/updatemyinfo'
    const inBody = await fetch(node.url + path, {
      method: 'POST',
      body: new URLSearchParams({ authToken: token }),
    })
    expect(inBody.status).toBe(401)
    await expect(openSocket(node.url, token)).rejects.toThrow()
  })
})

test('a token has its own rate limits', async () => {
  const user = await newUser(node.url)
  const token = await newToken(user)
  const statuses: number[] = []
  for (let sent = 0; sent < 8; sent += 1) statuses.push((await send(getTopics, token, {}, strict.url)).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 429])
  expect((await user.request(getTopics, {})).status).toBe(200)
})

describe('scripts of a listed site', () => {
  const ask = (path: string, headers: HeadersInit) =>
    fetch(node.url + path, {
      method: 'POST',
      body: '{}',
      headers: { 'Content-Type': 'application/json', ...headers } as HeadersInit,
    })

  test('use tokens, and no sessions', async () => {
    const Authorization = `Bearer ${tokens.read}`
    expect((await ask(getTopics.path, { Origin: LISTED, Authorization })).status).toBe(200)
    const { token } = author
    const answers = [
      await ask(getTopics.path, { Origin: LISTED, authData: token }),
      await ask(getTopics.path, { Origin: LISTED, Authorization: `Bearer ${token}` }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([401, 401])
  })

  test('cannot sign in or sign up, and read what visitors read', async () => {
    for (const path of ['/api/user/signin', '/api/user/register', '/api/token/create'])
      expect((await ask(path, { Origin: LISTED })).status).toBe(403)
    expect((await ask(getSuggestions.path, { Origin: LISTED })).status).toBe(200)
  })
})
