import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
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
import { REMEMBER_ME_GRACE_MS } from '#server/features/accounts/rememberMe.rules.ts'
import { call } from '#tests/support/call.ts'
import { type Device, newDevice } from '#tests/support/device.ts'
import { listen } from '#tests/support/listener.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { newPerson, PASSWORD, type Person } from '#tests/support/person.ts'

const start = Date.now()
let now = new Date(start)
let node: TestNode
let otherNode: TestNode
let person: Person
let device: Device

beforeAll(async () => {
  const parts = { mongoUrl: await emptyDatabase(), redisUrl: inject('redisUrl'), clock: () => now }
  node = await startNode(parts)
  otherNode = await startNode(parts)
})
afterAll(() => Promise.all([node.stop(), otherNode.stop()]))

beforeEach(async () => {
  person = await newPerson(node.url)
  device = newDevice(node.url)
})

const rejected = { status: 200, body: { authenticated: false } }
const later = (ms: number) => {
  now = new Date(now.getTime() + ms)
}
const tokenOf = ({ body }: Awaited<ReturnType<Device['opens']>>) => {
  if (!body.authenticated) throw new Error('nobody is signed in')
  return body.authToken
}
const opensTopics = async (token: string, url = node.url) => (await call(url, getTopics, {}, token)).status

test('who asks for it is signed in again without a token, in the same session, until 60 days after the last time', async () => {
  const first = await device.stays(person.email)
  expect(first.body).toMatchObject({ authenticated: true, stays: true })
  later(REMEMBER_ME_MS - 1000)
  const again = await device.opens()
  expect(again.body).toMatchObject({ authenticated: true, userNo: person.userNo, stays: true })
  expect(await opensTopics(tokenOf(again))).toBe(200)
  later(SESSION_MS - 1000)
  // The token has its own end, and the next is fetched with the cookie.
  later(REMEMBER_ME_MS - SESSION_MS)
  expect(await opensTopics(tokenOf(again))).toBe(401)
  const once = await device.opens(tokenOf(again))
  expect(await opensTopics(tokenOf(once))).toBe(200)
  const { body } = await call(node.url, getSessions, {}, tokenOf(once))
  expect(body.sessions).toMatchObject([{ isCurrent: true, stays: true }])
  later(REMEMBER_ME_MS)
  expect(await device.opens()).toMatchObject(rejected)
  expect(device.rememberMeCookie).toBe('')
})

test('without the tick nothing stays, and who stayed before is forgotten', async () => {
  await device.stays(person.email)
  expect(device.rememberMeCookie).not.toBe('')
  expect((await device.signsIn(person.email)).body).toMatchObject({ authenticated: true, stays: false })
  expect(device.rememberMeCookie).toBe('')
  expect(await device.opens()).toMatchObject(rejected)
})

test('the cookie goes to one call of this site alone, and not to scripts; what is stored of it is a hash', async () => {
  const { setCookie } = await device.stays(person.email)
  const stay = setCookie.split('\n').find(each => each.startsWith('geulmaru_stay=')) ?? ''
  expect(stay.split('; ')).toEqual(
    expect.arrayContaining(['Path=/api/user/checksignin', 'HttpOnly', 'Secure', 'SameSite=Strict']),
  )
  expect(stay).toContain(`Max-Age=${REMEMBER_ME_MS / 1000}`)
  const secret = device.rememberMeCookie.split('.')[1] ?? ''
  expect(secret).toMatch(/^[\w-]{22}$/)
  const stored = await node.app.context.stores.sessions.ofUser(person.userNo, now)
  expect(JSON.stringify(stored)).not.toContain(secret)
  // In the header of a call it opens nothing.
  expect(await opensTopics(device.rememberMeCookie)).toBe(401)
})

test('tabs that ask at once, at any node, are given the same cookie, and do not end one another', async () => {
  await device.stays(person.email)
  later(REMEMBER_ME_GRACE_MS)
  const old = device.rememberMeCookie
  const tabs = [node, otherNode, node, otherNode].map(({ url }) => {
    const tab = newDevice(url)
    tab.rememberMeCookie = old
    return tab
  })
  const answers = await Promise.all(tabs.map(tab => tab.opens()))
  expect(new Set(tabs.map(tab => tab.rememberMeCookie)).size).toBe(1)
  expect(tabs[0]?.rememberMeCookie).not.toBe(old)
  later(REMEMBER_ME_GRACE_MS - 1)
  // Slow ones, before and after the successor was shown.
  expect((await device.opens()).body).toMatchObject({ authenticated: true })
  for (const tab of tabs) expect((await tab.opens()).body).toMatchObject({ authenticated: true })
  for (const answer of answers) expect(await opensTopics(tokenOf(answer))).toBe(200)
})

test('a cookie that was replaced a while ago ends its session, for the thief and for the owner, on every node', async () => {
  await device.stays(person.email)
  const thief = newDevice(otherNode.url)
  thief.rememberMeCookie = device.rememberMeCookie
  later(REMEMBER_ME_GRACE_MS)
  const stolen = tokenOf(await thief.opens())
  const tab = await listen(node.url, stolen)
  later(REMEMBER_ME_GRACE_MS)

  expect(await device.opens()).toMatchObject(rejected)

  await tab.receives('session:ended')
  tab.close()
  expect(await opensTopics(stolen, otherNode.url)).toBe(401)
  expect(await thief.opens()).toMatchObject(rejected)
  expect(await opensTopics(person.token)).toBe(200)
})

test.each(
  Object.entries({
    none: '',
    nonsense: 'nonsense',
    'of a session that never was': `${crypto.randomUUID()}.${'a'.repeat(22)}`,
    long: 'x'.repeat(4000),
  }),
)('a made-up cookie opens nothing: %s', async (_, made) => {
  device.rememberMeCookie = `geulmaru_stay=${made}`
  expect(await device.opens()).toMatchObject(rejected)
})

test('a made-up secret ends no more than the session that it names', async () => {
  const token = tokenOf(await device.stays(person.email))
  const [named] = device.rememberMeCookie.split('.')
  const other = newDevice(node.url)
  await other.stays(person.email)
  device.rememberMeCookie = `${named}.${'a'.repeat(22)}`
  expect(await device.opens()).toMatchObject(rejected)
  expect(await opensTopics(token)).toBe(401)
  expect((await other.opens()).body).toMatchObject({ authenticated: true })
})

test.each<[string, (token: string) => Promise<unknown>]>([
  ['signing out', token => call(node.url, signOut, { authToken: token })],
  [
    'a new password elsewhere',
    async () => {
      await person.does(requestMyInfo, { email: person.email, password: PASSWORD })
      await person.does(updateMyInfo, { password: '훔칠 수 없는 말' })
    },
  ],
  ['ending the others', () => person.does(endOtherSessions, {})],
  ['account deletion', () => person.does(deleteAccount, { password: PASSWORD })],
])('%s ends the staying', async (_, end) => {
  const answer = await device.stays(person.email)
  await end(tokenOf(answer))
  expect(await device.opens()).toMatchObject(rejected)
  expect(device.rememberMeCookie).toBe('')
})

test('a new password on the device itself leaves it signed in, and ends its staying', async () => {
  const token = tokenOf(await device.stays(person.email))
  await call(node.url, requestMyInfo, { email: person.email, password: PASSWORD }, token)
  await call(node.url, updateMyInfo, { password: '훔칠 수 없는 말' }, token)
  expect((await device.opens(token)).body).toMatchObject({ authenticated: true, stays: false })
  expect(await device.opens()).toMatchObject(rejected)
})

test.each<Record<string, string>>([
  { 'Sec-Fetch-Site': 'cross-site' },
  { 'Sec-Fetch-Site': 'same-site' },
  { Origin: 'https://evil.example' },
])('another page can neither use it nor have anybody stay: %o', async headers => {
  await device.stays(person.email)
  const mine = device.rememberMeCookie
  expect(await device.opens(undefined, headers)).toMatchObject(rejected)
  expect(device.rememberMeCookie).toBe(mine)
  const visitor = newDevice(node.url)
  expect((await visitor.stays(person.email, headers)).body).toMatchObject({ stays: false })
  expect(visitor.rememberMeCookie).toBe('')
})

test('a page of ours can', async () => {
  const headers = { 'Sec-Fetch-Site': 'same-origin', Origin: node.url }
  await device.stays(person.email, headers)
  expect((await device.opens(undefined, headers)).body).toMatchObject({ authenticated: true })
  const { Origin } = headers
  const plain = newDevice(node.url)
  await plain.stays(person.email, { Origin })
  expect((await plain.opens(undefined, { Origin })).body).toMatchObject({ authenticated: true })
})

test('the token in a body that stands is answered as ever, and the cookie left alone', async () => {
  const other = await newPerson(node.url)
  await device.stays(person.email)
  later(REMEMBER_ME_GRACE_MS)
  const mine = device.rememberMeCookie
  expect((await device.opens(other.token)).body).toMatchObject({ userNo: other.userNo })
  expect(device.rememberMeCookie).toBe(mine)
})
