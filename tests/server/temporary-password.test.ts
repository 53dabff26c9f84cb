import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { signIn } from '#protocol/accounts.ts'
import { getSuggestions } from '#protocol/agora.ts'
import { TEMPORARY_PASSWORD_MS } from '#protocol/limits.ts'
import { getSessions, requestMyInfo, updateMyInfo } from '#protocol/myInfo.ts'
import { getTopics } from '#protocol/topics.ts'
import { markOf } from '#server/features/accounts/temporaryPasswords.ts'
import { allRoutes } from '#server/routes.ts'
import { call } from '#tests/support/call.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { handshakeError, openSocket } from '#tests/support/testSocket.ts'
import { newAdministrator, newUser, signInUser, type TestUser } from '#tests/support/users.ts'

const TEMPORARY = 'temporary7'
const NEW_PASSWORD = '새 비밀번호 12'

let node: TestNode
let otherNode: TestNode

beforeAll(async () => {
  const parts = { mongoUrl: await emptyDatabase(), redisUrl: inject('redisUrl') }
  node = await startNode(parts)
  otherNode = await startNode(parts)
})
afterAll(async () => {
  await Promise.all([node.stop(), otherNode.stop()])
})

/** Signs in with a temporary password that was not mailed. */
async function signedInTemporarily({ email }: TestUser, url = node.url): Promise<string> {
  const expiresAt = new Date(Date.now() + TEMPORARY_PASSWORD_MS)
  const temporaryPassword = {
    hash: await node.app.context.passwords.hash(TEMPORARY),
    mark: markOf(TEMPORARY),
    expiresAt,
  }
  await node.app.context.repositories.users.addTemporaryPassword(email, temporaryPassword, new Date())
  // Such a session is never remembered, even on request.
  const { body } = await call(url, signIn, { email, password: TEMPORARY, stays: true })
  if (!body.authenticated || body.stays) throw new Error(`${email} cannot sign in`)
  return body.authToken
}

async function replacePassword({ email }: TestUser, token: string): Promise<void> {
  await call(node.url, requestMyInfo, { email, password: TEMPORARY }, token)
  const { body } = await call(node.url, updateMyInfo, { password: NEW_PASSWORD }, token)
  if (!body.success) throw new Error(body.message)
}

describe('until it is replaced', () => {
  const open = [
    '/api/user/endothersessions',
    '/api/user/endsession',
    '/api/user/getsessions',
    '/api/user/reqmyinfo',
    '/api/user/updatemyinfo',
  ]

  test('it authorizes only the calls that replace it, on every node, even for an administrator', async () => {
    const administrator = await newAdministrator(node)
    const token = await signedInTemporarily(administrator)
    const answered: string[] = []
    for (const { call: called } of allRoutes(node.app.context)) {
      if (called.access === 'open') continue
      for (const { url } of [node, otherNode]) {
        const { status, body } = await call(url, { ...called, encoding: 'json' as const }, {}, token)
        const rejection = { code: 'passwordChangeNeeded', message: expect.stringContaining('임시 비밀번호') }
        if (status === 403) expect(body, called.path).toMatchObject(rejection)
        else answered.push(called.path)
      }
    }
    expect([...new Set(answered)].sort()).toEqual(open)
  })

  test('it changes nothing else, and cannot become the password itself', async () => {
    const user = await newUser(node.url)
    const token = await signedInTemporarily(user)
    await call(node.url, requestMyInfo, { email: user.email, password: TEMPORARY }, token)
    const mobile = await call(node.url, updateMyInfo, { mobile: '010-3333-4444' }, token)
    expect(mobile).toMatchObject({ status: 403, body: { code: 'passwordChangeNeeded' } })
    const same = await call(node.url, updateMyInfo, { password: TEMPORARY }, token)
    expect(same).toMatchObject({ status: 400, body: { field: 'password' } })
    await replacePassword(user, token)
    const step = await call(node.url, requestMyInfo, { email: user.email, password: NEW_PASSWORD }, token)
    expect(step.body).toMatchObject({ authenticated: true, mobile: '' })
  })

  test('public calls stay public', async () => {
    const token = await signedInTemporarily(await newUser(node.url))
    expect((await call(node.url, getSuggestions, {}, token)).body.success).toBe(true)
  })

  test('it opens no socket', async () => {
    const user = await newUser(node.url)
    const token = await signedInTemporarily(user)
    expect(await handshakeError(otherNode.url, { token, protocol: 1 })).toBe('password-change-needed')
  })

  test('existing sessions stay', async () => {
    const user = await newUser(node.url)
    await signedInTemporarily(user)
    await user.call(getTopics, {})
  })
})

describe('once it is replaced', () => {
  test('this session may do everything immediately, on every node', async () => {
    const user = await newUser(node.url)
    const token = await signedInTemporarily(user)
    expect((await call(otherNode.url, getTopics, {}, token)).status).toBe(403)
    await replacePassword(user, token)
    for (const { url } of [node, otherNode]) {
      expect((await call(url, getTopics, {}, token)).status).toBe(200)
      const tab = await openSocket(url, token)
      tab.close()
    }
  })

  test('all other sessions end, on every node', async () => {
    const user = await newUser(node.url)
    const otherSession = await signInUser(otherNode.url, user.email)
    const tab = await otherSession.openSocket()
    const second = await signedInTemporarily(user, otherNode.url)
    const token = await signedInTemporarily(user)
    await replacePassword(user, token)
    await tab.waitForEvent('session:ended')
    tab.close()
    for (const ended of [user.token, otherSession.token, second])
      expect((await call(otherNode.url, getSessions, {}, ended)).status).toBe(401)
  })
})

test('the password step counts for one change of the password', async () => {
  const user = await newUser(node.url)
  const token = await signedInTemporarily(user)
  await replacePassword(user, token)
  const secondResponse = await call(node.url, updateMyInfo, { password: '또 다른 비밀번호' }, token)
  expect(secondResponse.body).toMatchObject({ success: false, authenticated: false })
  expect(secondResponse.body).toMatchObject({ message: expect.stringContaining('비밀번호를 다시 입력') })
  const answer = await call(node.url, signIn, { email: user.email, password: NEW_PASSWORD })
  expect(answer.body).toMatchObject({ authenticated: true, mustChangePassword: false })
})
