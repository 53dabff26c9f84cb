import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { getTopics } from '#protocol/topics.ts'
import { REMEMBER_ME_GRACE_MS } from '#server/features/accounts/rememberMe.rules.ts'
import type { Secrets } from '#server/platform/secret.ts'
import { call } from '#tests/support/call.ts'
import { newDevice } from '#tests/support/device.ts'
import { emptyDatabase, startNode } from '#tests/support/node.ts'
import { newPerson, signedIn } from '#tests/support/person.ts'

/** The key that signs is changed while people are signed in, node after node. */
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

test('nobody is signed out: what either key signed is taken by nodes that know both', async () => {
  const before = await nodeWith(OLD)
  const half = await nodeWith(OLD, NEW)
  const changed = await nodeWith(NEW, OLD)
  const early = await newPerson(before.url)
  const late = await signedIn(changed.url, early.email)
  expect(await statusAt(half, early.token)).toBe(200)
  expect(await statusAt(changed, early.token)).toBe(200)
  expect(await statusAt(half, late.token)).toBe(200)
})

test('once the old key is gone, what it signed opens nothing', async () => {
  const before = await nodeWith(OLD)
  const changed = await nodeWith(NEW, OLD)
  const after = await nodeWith(NEW)
  const early = await newPerson(before.url)
  const late = await signedIn(changed.url, early.email)
  expect(await statusAt(after, early.token)).toBe(401)
  expect(await statusAt(after, late.token)).toBe(200)
})

test('a device that stays signed in stays so, though its tabs come back at nodes with different keys', async () => {
  const half = await nodeWith(OLD, NEW)
  const changed = await nodeWith(NEW, OLD)
  const { email } = await newPerson(half.url)
  const tabs = [newDevice(half.url), newDevice(changed.url)]
  const [first, second] = tabs
  if (!first || !second) throw new Error('no tabs')
  await first.stays(email)
  second.rememberMeCookie = first.rememberMeCookie
  now = new Date(now.getTime() + REMEMBER_ME_GRACE_MS)
  for (const tab of tabs) expect((await tab.opens()).body).toMatchObject({ authenticated: true })
  expect(second.rememberMeCookie).toBe(first.rememberMeCookie)
  now = new Date(now.getTime() + REMEMBER_ME_GRACE_MS)
  expect((await second.opens()).body).toMatchObject({ authenticated: true })
})
