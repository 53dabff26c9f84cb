import { beforeEach, expect, inject, test } from 'vitest'
import { signOut } from '#protocol/accounts.ts'
import { REMEMBER_ME_MS, SESSION_MS } from '#protocol/limits.ts'
import {
  deleteAccount,
  endOtherSessions,
  getSessions,
  requestMyInfo,
  updateMyInfo,
} from '#protocol/myInfo.ts'
import { getTopics } from '#protocol/topics.ts'
import { REMEMBER_ME_GRACE_MS } from '#server/features/accounts/sessions.service.ts'
import { call } from '#tests/support/call.ts'
import { type Device, newDevice } from '#tests/support/device.ts'
import { openNodes } from '#tests/support/node.ts'
import { openSocket } from '#tests/support/testSocket.ts'
import { newUser, PASSWORD, type TestUser } from '#tests/support/users.ts'

let now = new Date()
const parts = { redisUrl: inject('redisUrl'), clock: () => now }
const [node, otherNode] = await openNodes(parts, parts)
let user: TestUser
let device: Device

beforeEach(async () => {
  user = await newUser(node.url)
  device = newDevice(node.url)
})

const rejected = { status: 200, body: { authenticated: false } }
const advanceClock = (ms: number) => {
  now = new Date(now.getTime() + ms)
}

const tokenOf = ({ body }: Awaited<ReturnType<Device['openPage']>>) => {
  if (!body.authenticated) throw new Error('not signed in')
  return body.authToken
}

const getTopicsStatus = async (token: string, url = node.url) =>
  (await call(url, getTopics, {}, token)).status

test('a remembered device is signed in again without a token, in the same session, until 60 days after its last use', async () => {
  const first = await device.signInRemembered(user.email)
  expect(first.body).toMatchObject({ authenticated: true, stays: true })
  advanceClock(REMEMBER_ME_MS - 1000)
  const secondResponse = await device.openPage()
  expect(secondResponse.body).toMatchObject({ authenticated: true, userNo: user.userNo, stays: true })
  expect(await getTopicsStatus(tokenOf(secondResponse))).toBe(200)
  advanceClock(SESSION_MS - 1000)
  // The token expires earlier, and the cookie gets the next one.
  advanceClock(REMEMBER_ME_MS - SESSION_MS)
  expect(await getTopicsStatus(tokenOf(secondResponse))).toBe(401)
  const once = await device.openPage(tokenOf(secondResponse))
  expect(await getTopicsStatus(tokenOf(once))).toBe(200)
  const { body } = await call(node.url, getSessions, {}, tokenOf(once))
  expect(body.sessions).toMatchObject([{ isCurrent: true, stays: true }])
  advanceClock(REMEMBER_ME_MS)
  expect(await device.openPage()).toMatchObject(rejected)
  expect(device.rememberMeCookie).toBe('')
})

test('without the option no session is remembered, and a remembered one is forgotten', async () => {
  await device.signInRemembered(user.email)
  expect(device.rememberMeCookie).not.toBe('')
  expect((await device.signIn(user.email)).body).toMatchObject({ authenticated: true, stays: false })
  expect(device.rememberMeCookie).toBe('')
  expect(await device.openPage()).toMatchObject(rejected)
})

test('the cookie is sent to one call of this site only, and not readable by scripts; the database stores a hash', async () => {
  const { setCookie } = await device.signInRemembered(user.email)
  const rememberMeCookie = setCookie.split('\n').find(each => each.startsWith('geulmaru_stay=')) ?? ''
  expect(rememberMeCookie.split('; ')).toEqual(
    expect.arrayContaining(['Path=/api/user/checksignin', 'HttpOnly', 'Secure', 'SameSite=Strict']),
  )
  expect(rememberMeCookie).toContain(`Max-Age=${REMEMBER_ME_MS / 1000}`)
  const secret = device.rememberMeCookie.split('.')[1] ?? ''
  expect(secret).toMatch(/^[\w-]{22}$/)
  const stored = await node.app.context.repositories.sessions.findByUser(user.userNo, now)
  expect(JSON.stringify(stored)).not.toContain(secret)
  // In the header of a call it authorizes nothing.
  expect(await getTopicsStatus(device.rememberMeCookie)).toBe(401)
})

test('concurrent tabs, at any node, get the same cookie, and do not revoke one another', async () => {
  await device.signInRemembered(user.email)
  advanceClock(REMEMBER_ME_GRACE_MS)
  const old = device.rememberMeCookie
  const tabs = [node, otherNode, node, otherNode].map(({ url }) => {
    const tab = newDevice(url)
    tab.rememberMeCookie = old
    return tab
  })
  const answers = await Promise.all(tabs.map(tab => tab.openPage()))
  expect(new Set(tabs.map(tab => tab.rememberMeCookie)).size).toBe(1)
  expect(tabs[0]?.rememberMeCookie).not.toBe(old)
  advanceClock(REMEMBER_ME_GRACE_MS - 1)
  // Slow requests, before and after the successor was used.
  expect((await device.openPage()).body).toMatchObject({ authenticated: true })
  for (const tab of tabs) expect((await tab.openPage()).body).toMatchObject({ authenticated: true })
  for (const answer of answers) expect(await getTopicsStatus(tokenOf(answer))).toBe(200)
})

test('reusing a cookie that was replaced a while ago revokes its session for thief and owner, on every node', async () => {
  await device.signInRemembered(user.email)
  const thief = newDevice(otherNode.url)
  thief.rememberMeCookie = device.rememberMeCookie
  advanceClock(REMEMBER_ME_GRACE_MS)
  const stolen = tokenOf(await thief.openPage())
  const tab = await openSocket(node.url, stolen)
  advanceClock(REMEMBER_ME_GRACE_MS)

  expect(await device.openPage()).toMatchObject(rejected)

  await tab.waitForEvent('session:ended')
  tab.close()
  expect(await getTopicsStatus(stolen, otherNode.url)).toBe(401)
  expect(await thief.openPage()).toMatchObject(rejected)
  expect(await getTopicsStatus(user.token)).toBe(200)
})

test.each(
  Object.entries({
    none: '',
    nonsense: 'nonsense',
    'of an unknown session': `${crypto.randomUUID()}.${'a'.repeat(22)}`,
    long: 'x'.repeat(4000),
  }),
)('a made-up cookie authorizes nothing: %s', async (_, made) => {
  device.rememberMeCookie = `geulmaru_stay=${made}`
  expect(await device.openPage()).toMatchObject(rejected)
})

test('a made-up secret revokes only the session that it names', async () => {
  const token = tokenOf(await device.signInRemembered(user.email))
  const [named] = device.rememberMeCookie.split('.')
  const other = newDevice(node.url)
  await other.signInRemembered(user.email)
  device.rememberMeCookie = `${named}.${'a'.repeat(22)}`
  expect(await device.openPage()).toMatchObject(rejected)
  expect(await getTopicsStatus(token)).toBe(401)
  expect((await other.openPage()).body).toMatchObject({ authenticated: true })
})

test.each<[string, (token: string) => Promise<unknown>]>([
  ['signing out', token => call(node.url, signOut, { authToken: token })],
  [
    'a new password on another device',
    async () => {
      await user.call(requestMyInfo, { email: user.email, password: PASSWORD })
      await user.call(updateMyInfo, { password: '훔칠 수 없는 말' })
    },
  ],
  ['ending all other sessions', () => user.call(endOtherSessions, {})],
  ['account deletion', () => user.call(deleteAccount, { password: PASSWORD })],
])('%s ends the remembered session', async (_, end) => {
  const answer = await device.signInRemembered(user.email)
  await end(tokenOf(answer))
  expect(await device.openPage()).toMatchObject(rejected)
  expect(device.rememberMeCookie).toBe('')
})

test('a new password on the device itself keeps it signed in, but no longer remembered', async () => {
  const token = tokenOf(await device.signInRemembered(user.email))
  await call(node.url, requestMyInfo, { email: user.email, password: PASSWORD }, token)
  await call(node.url, updateMyInfo, { password: '훔칠 수 없는 말' }, token)
  expect((await device.openPage(token)).body).toMatchObject({ authenticated: true, stays: false })
  expect(await device.openPage()).toMatchObject(rejected)
})

test.each<Record<string, string>>([
  { 'Sec-Fetch-Site': 'cross-site' },
  { 'Sec-Fetch-Site': 'same-site' },
  { Origin: 'https://evil.example' },
])('another site can neither use the cookie nor set it: %o', async headers => {
  await device.signInRemembered(user.email)
  const mine = device.rememberMeCookie
  expect(await device.openPage(undefined, headers)).toMatchObject(rejected)
  expect(device.rememberMeCookie).toBe(mine)
  const visitor = newDevice(node.url)
  expect((await visitor.signInRemembered(user.email, headers)).body).toMatchObject({ stays: false })
  expect(visitor.rememberMeCookie).toBe('')
})

test('our own pages can', async () => {
  const headers = { 'Sec-Fetch-Site': 'same-origin', Origin: node.url }
  await device.signInRemembered(user.email, headers)
  expect((await device.openPage(undefined, headers)).body).toMatchObject({ authenticated: true })
  const { Origin } = headers
  const plain = newDevice(node.url)
  await plain.signInRemembered(user.email, { Origin })
  expect((await plain.openPage(undefined, { Origin })).body).toMatchObject({ authenticated: true })
})

test('a valid token in the body is accepted as before, and the cookie is ignored', async () => {
  const other = await newUser(node.url)
  await device.signInRemembered(user.email)
  advanceClock(REMEMBER_ME_GRACE_MS)
  const mine = device.rememberMeCookie
  expect((await device.openPage(other.token)).body).toMatchObject({ userNo: other.userNo })
  expect(device.rememberMeCookie).toBe(mine)
})
