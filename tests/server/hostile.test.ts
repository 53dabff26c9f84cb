import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as accounts from '#protocol/accounts.ts'
import type { Call } from '#protocol/call.ts'
import * as myInfo from '#protocol/myInfo.ts'
import { getTopics } from '#protocol/topics.ts'
import { call } from '#tests/support/call.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { newUser, PASSWORD, type TestUser } from '#tests/support/users.ts'

/** Typical requests of vulnerability scanners, to every call on accounts. */
let node: TestNode
let victim: TestUser
let attacker: TestUser

beforeAll(async () => {
  node = await startNode({ mongoUrl: await emptyDatabase() })
  victim = await newUser(node.url)
  attacker = await newUser(node.url)
})
afterAll(() => node.stop())

const calls: Call[] = [accounts, myInfo]
  .flatMap(feature => Object.values<unknown>({ ...feature }))
  .filter(isPostCall)
const fieldsOf = (called: Call) => Object.keys((called.request as unknown as { shape: object }).shape)

function isPostCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'method' in value && value.method === 'POST'
}

function post(called: Call, body: BodyInit, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(node.url + called.path, { method: 'POST', headers, body })
}

/** A regular rejection: no stack, no path, no name of a library. */
async function expectRejection(response: Response): Promise<void> {
  const text = await response.text()
  expect(response.status, text).toBeLessThan(500)
  expect(response.headers.get('Content-Type')).toContain('application/json')
  const reply = JSON.parse(text)
  expect(reply.success === true || reply.authenticated === true, text).toBe(false)
  expect(text).not.toMatch(/node_modules|mongo|zod|\bat .*:\d+|Error:/i)
}

const withFields = calls.filter(called =>
  fieldsOf(called).some(field => !/^(authToken|prof|image|removed)/.test(field)),
)

describe.each(withFields.map(called => [called.path, called] as const))('%s', (_, called) => {
  const fillFields = (value: unknown) => Object.fromEntries(fieldsOf(called).map(field => [field, value]))
  const json = { 'Content-Type': 'application/json', authData: '' }

  test.each<[string, unknown]>([
    ['operators', { $ne: null }],
    ['a pattern', { $regex: '.*' }],
    ['code', { $where: 'sleep(1000)' }],
    ['lists', ['a@b.com', 'c@d.com']],
    ['numbers', 1e308],
    ['null', null],
    ['null bytes', 'a\u0000b@example.com'],
    ['half of an emoji', '\ud800'],
    ['long strings', 'a'.repeat(100_000)],
  ])('rejects %s for fields', async (_name, value) => {
    const body = JSON.stringify({ ...fillFields(value), authToken: attacker.token })
    await expectRejection(await post(called, body, { ...json, authData: attacker.token }))
  })

  test('rejects malformed bodies', async () => {
    for (const body of ['', '{', '[]', '"text"', 'null', '{"__proto__":{"authenticated":true}}'])
      await expectRejection(await post(called, body, { ...json, authData: attacker.token }))
    await expectRejection(await post(called, '--x', { 'Content-Type': 'multipart/form-data; boundary=x' }))
    await expectRejection(await post(called, 'x', { 'Content-Type': 'multipart/form-data' }))
    await expectRejection(await post(called, 'email[$ne]=&password[$ne]=', formType))
  })

  test('rejects 10 MB of text', async () => {
    const big = 'a'.repeat(10 * 1024 * 1024)
    const field = fieldsOf(called).find(name => name !== 'authToken') ?? ''
    const form = new FormData()
    form.set(field, big)
    await expectRejection(await post(called, form, { authData: attacker.token }))
    await expectRejection(await post(called, JSON.stringify({ [field]: big }), json))
    await expectRejection(await post(called, `${field}=${big}`, formType))
  })
})

const formType = { 'Content-Type': 'application/x-www-form-urlencoded' }

describe('a token', () => {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const claims = () => {
    const { jti } = JSON.parse(Buffer.from(victim.token.split('.')[1] ?? '', 'base64url').toString())
    return { sub: String(victim.userNo), jti, exp: Math.floor(Date.now() / 1000) + 3600 }
  }
  const signToken = (header: object, body: object, secret: string) => {
    const content = `${encode(header)}.${encode(body)}`
    return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`
  }

  test.each<[string, () => string]>([
    ['without a signature', () => `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims())}.`],
    [
      'without an algorithm',
      () => `${encode({ alg: 'NONE' })}.${encode(claims())}.${victim.token.split('.')[2]}`,
    ],
    ['signed with an empty key', () => signToken({ alg: 'HS256' }, claims(), '')],
    ['signed with a guessed key', () => signToken({ alg: 'HS256' }, claims(), 'secret')],
    [
      'with another user’s number and the old signature',
      () => {
        const [header, , signature] = attacker.token.split('.')
        return `${header}.${encode(claims())}.${signature}`
      },
    ],
    ['with an operator', () => '{"$ne":null}'],
    ['that is very long', () => 'a.b.c'.repeat(1_000)],
  ])('%s authorizes nothing', async (_, forge) => {
    expect((await call(node.url, getTopics, {}, forge())).status).toBe(401)
    expect(
      (await call(node.url, myInfo.deleteAccount, { password: PASSWORD, authToken: forge() })).status,
    ).toBe(401)
    const checked = await call(node.url, accounts.checkSignIn, { authToken: forge().slice(0, 4_096) })
    expect(checked.body).toEqual({ authenticated: false })
  })

  test('in the body authorizes the same as in the header, and no more', async () => {
    const asJson = { 'Content-Type': 'application/json' }
    const withToken = (called: Call, authToken: unknown) =>
      post(called, JSON.stringify({ authToken }), asJson)
    expect((await withToken(myInfo.updateMyInfo, attacker.token)).status).toBe(200)
    for (const authToken of [{ $ne: null }, [attacker.token], 1, null])
      expect((await withToken(myInfo.updateMyInfo, authToken)).status).toBe(401)
    // Where the specification allows only the header, the body is not read before.
    expect((await withToken(getTopics, attacker.token)).status).toBe(401)
  })

  test('of a deleted account is invalid for every call', async () => {
    const deletedUser = await newUser(node.url)
    await deletedUser.call(myInfo.deleteAccount, { password: PASSWORD })
    for (const called of calls.filter(({ access }) => access === 'member'))
      expect(
        (await post(called, '{}', { 'Content-Type': 'application/json', authData: deletedUser.token }))
          .status,
        called.path,
      ).toBe(401)
  })
})

test('no call on accounts works on another user’s data', async () => {
  await victim.call(myInfo.requestMyInfo, { email: victim.email, password: PASSWORD })
  for (const [called, input] of [
    [myInfo.requestMyInfo, { email: victim.email, password: PASSWORD }],
    [myInfo.updateMyInfo, { email: victim.email, username: victim.name, mobile: '010-6666-6666' }],
    [myInfo.deleteAccount, { email: victim.email, userNo: victim.userNo, password: 'wrong' }],
  ] as const) {
    const response = await post(called, JSON.stringify(input), {
      'Content-Type': 'application/json',
      authData: attacker.token,
    })
    expect(await response.json()).not.toMatchObject({ success: true })
  }
  const own = await victim.call(myInfo.requestMyInfo, { email: victim.email, password: PASSWORD })
  expect(own).toMatchObject({ authenticated: true, mobile: '' })
})
