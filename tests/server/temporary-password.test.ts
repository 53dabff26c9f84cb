import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { signIn } from '#protocol/accounts.ts'
import { getSuggestions } from '#protocol/agora.ts'
import { TEMPORARY_PASSWORD_MS } from '#protocol/limits.ts'
import { getSessions, requestMyInfo, updateMyInfo } from '#protocol/myInfo.ts'
import { getTopics } from '#protocol/topics.ts'
import { markOf } from '#server/features/accounts/temporaryPasswords.ts'
import { allRoutes } from '#server/routes.ts'
import { call } from '#tests/support/call.ts'
import { listen, rejectedBy } from '#tests/support/listener.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { newAdministrator, newPerson, type Person, signedIn } from '#tests/support/person.ts'

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

/** Signed in with a temporary password that was not mailed. */
async function signedInTemporarily({ email }: Person, url = node.url): Promise<string> {
  const expiresAt = new Date(Date.now() + TEMPORARY_PASSWORD_MS)
  const made = { hash: await node.app.context.passwords.hash(TEMPORARY), mark: markOf(TEMPORARY), expiresAt }
  await node.app.context.stores.users.addTemporaryPassword(email, made, new Date())
  // Nobody stays by it, even who wants to.
  const { body } = await call(url, signIn, { email, password: TEMPORARY, stays: true })
  if (!body.authenticated || body.stays) throw new Error(`${email} cannot sign in`)
  return body.authToken
}

async function replacePassword({ email }: Person, token: string): Promise<void> {
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

  test('it opens nothing but what replacing it takes, on every node, even to an administrator', async () => {
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

  test('it changes nothing else, and does not become the password itself', async () => {
    const person = await newPerson(node.url)
    const token = await signedInTemporarily(person)
    await call(node.url, requestMyInfo, { email: person.email, password: TEMPORARY }, token)
    const mobile = await call(node.url, updateMyInfo, { mobile: '010-3333-4444' }, token)
    expect(mobile).toMatchObject({ status: 403, body: { code: 'passwordChangeNeeded' } })
    const same = await call(node.url, updateMyInfo, { password: TEMPORARY }, token)
    expect(same).toMatchObject({ status: 400, body: { field: 'password' } })
    await replacePassword(person, token)
    const step = await call(node.url, requestMyInfo, { email: person.email, password: NEW_PASSWORD }, token)
    expect(step.body).toMatchObject({ authenticated: true, mobile: '' })
  })

  test('what is open to everybody stays so', async () => {
    const token = await signedInTemporarily(await newPerson(node.url))
    expect((await call(node.url, getSuggestions, {}, token)).body.success).toBe(true)
  })

  test('it opens no socket', async () => {
    const person = await newPerson(node.url)
    const token = await signedInTemporarily(person)
    expect(await rejectedBy(otherNode.url, { token, protocol: 1 })).toBe('password-change-needed')
  })

  test('the sessions that were open stay', async () => {
    const person = await newPerson(node.url)
    await signedInTemporarily(person)
    await person.does(getTopics, {})
  })
})

describe('once it is replaced', () => {
  test('the very session may do everything at once, on every node', async () => {
    const person = await newPerson(node.url)
    const token = await signedInTemporarily(person)
    expect((await call(otherNode.url, getTopics, {}, token)).status).toBe(403)
    await replacePassword(person, token)
    for (const { url } of [node, otherNode]) {
      expect((await call(url, getTopics, {}, token)).status).toBe(200)
      const tab = await listen(url, token)
      tab.close()
    }
  })

  test('all other sessions end, on every node', async () => {
    const person = await newPerson(node.url)
    const elsewhere = await signedIn(otherNode.url, person.email)
    const tab = await elsewhere.listens()
    const second = await signedInTemporarily(person, otherNode.url)
    const token = await signedInTemporarily(person)
    await replacePassword(person, token)
    await tab.receives('session:ended')
    tab.close()
    for (const ended of [person.token, elsewhere.token, second])
      expect((await call(otherNode.url, getSessions, {}, ended)).status).toBe(401)
  })
})

test('the password step counts for one change of the password', async () => {
  const person = await newPerson(node.url)
  const token = await signedInTemporarily(person)
  await replacePassword(person, token)
  const again = await call(node.url, updateMyInfo, { password: '또 다른 비밀번호' }, token)
  expect(again.body).toMatchObject({ success: false, authenticated: false })
  expect(again.body).toMatchObject({ message: expect.stringContaining('비밀번호를 다시 입력') })
  const answer = await call(node.url, signIn, { email: person.email, password: NEW_PASSWORD })
  expect(answer.body).toMatchObject({ authenticated: true, mustChangePassword: false })
})
