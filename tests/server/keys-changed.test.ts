import { expect, test } from 'vitest'
import { getTopics } from '#protocol/topics.ts'
import { REMEMBER_ME_GRACE_MS } from '#server/features/accounts/sessions.service.ts'
import { call } from '#tests/support/call.ts'
import { newDevice } from '#tests/support/device.ts'
import { openNodes } from '#tests/support/node.ts'
import { newUser, signInUser } from '#tests/support/users.ts'

/** The signing key is changed while users are signed in, one node after the other. */
const OLD = 'the key that signed until today, long enough'
const NEW = 'the key that signs from today on, long enough'
let now = new Date()
const clock = () => now

const [before, half, changed, after] = await openNodes(
  { secrets: [OLD], clock },
  { secrets: [OLD, NEW], clock },
  { secrets: [NEW, OLD], clock },
  { secrets: [NEW], clock },
)

test('nodes that know both keys accept the tokens of either; without the old key its tokens are invalid', async () => {
  const early = await newUser(before.url)
  const late = await signInUser(changed.url, early.email)
  for (const [node, ofEarly] of [
    [half, 200],
    [changed, 200],
    [after, 401],
  ] as const) {
    expect((await call(node.url, getTopics, {}, early.token)).status).toBe(ofEarly)
    expect((await call(node.url, getTopics, {}, late.token)).status).toBe(200)
  }
})

test('a remembered session survives, though its tabs reconnect to nodes with different keys', async () => {
  const { email } = await newUser(half.url)
  const [first, second] = [newDevice(half.url), newDevice(changed.url)]
  await first.signInRemembered(email)
  second.rememberMeCookie = first.rememberMeCookie
  now = new Date(now.getTime() + REMEMBER_ME_GRACE_MS)
  for (const tab of [first, second])
    expect((await tab.openPage()).body).toMatchObject({ authenticated: true })
  expect(second.rememberMeCookie).toBe(first.rememberMeCookie)
  now = new Date(now.getTime() + REMEMBER_ME_GRACE_MS)
  expect((await second.openPage()).body).toMatchObject({ authenticated: true })
})
