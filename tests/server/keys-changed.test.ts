import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { getTopics } from '#protocol/topics.ts'
import { REMEMBER_ME_GRACE_MS } from '#server/features/accounts/sessions.service.ts'
import type { Secrets } from '#server/platform/secrets.ts'
import { call } from '#tests/support/call.ts'
import { newDevice } from '#tests/support/device.ts'
import { emptyDatabase, startNode } from '#tests/support/node.ts'
import { newUser, signInUser } from '#tests/support/users.ts'

/** The signing key is changed while users are signed in, one node after the other. */
const OLD = 'the key that signed until today, long enough'
const NEW = 'the key that signs from today on, long enough'
let mongoUrl: string
let now: Date

beforeEach(async () => {
  mongoUrl = await emptyDatabase()
  now = new Date()
})

async function nodeWith(...secrets: Secrets) {
  const node = await startNode({ mongoUrl, secrets, clock: () => now })
  onTestFinished(node.stop)
  return node
}

const statusAt = async ({ url }: { url: string }, token: string) =>
  (await call(url, getTopics, {}, token)).status

test('nobody is signed out: nodes that know both keys accept the tokens of either', async () => {
  const before = await nodeWith(OLD)
  const half = await nodeWith(OLD, NEW)
  const changed = await nodeWith(NEW, OLD)
  const early = await newUser(before.url)
  const late = await signInUser(changed.url, early.email)
  expect(await statusAt(half, early.token)).toBe(200)
  expect(await statusAt(changed, early.token)).toBe(200)
  expect(await statusAt(half, late.token)).toBe(200)
})

test('once the old key is removed, its tokens are invalid', async () => {
  const before = await nodeWith(OLD)
  const changed = await nodeWith(NEW, OLD)
  const after = await nodeWith(NEW)
  const early = await newUser(before.url)
  const late = await signInUser(changed.url, early.email)
  expect(await statusAt(after, early.token)).toBe(401)
  expect(await statusAt(after, late.token)).toBe(200)
})

test('a remembered session survives, though its tabs reconnect to nodes with different keys', async () => {
  const half = await nodeWith(OLD, NEW)
  const changed = await nodeWith(NEW, OLD)
  const { email } = await newUser(half.url)
  const tabs = [newDevice(half.url), newDevice(changed.url)]
  const [first, second] = tabs
  if (!first || !second) throw new Error('no remembered session')
  await first.signInRemembered(email)
  second.rememberMeCookie = first.rememberMeCookie
  now = new Date(now.getTime() + REMEMBER_ME_GRACE_MS)
  for (const tab of tabs) expect((await tab.openPage()).body).toMatchObject({ authenticated: true })
  expect(second.rememberMeCookie).toBe(first.rememberMeCookie)
  now = new Date(now.getTime() + REMEMBER_ME_GRACE_MS)
  expect((await second.openPage()).body).toMatchObject({ authenticated: true })
})
