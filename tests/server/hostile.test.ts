import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import * as accounts from '#protocol/accounts.ts'
import type { Call } from '#protocol/call.ts'
import * as myInfo from '#protocol/myInfo.ts'
import { getTopics } from '#protocol/topics.ts'
import { asJson, call, post } from '#tests/support/call.ts'
import { openNodes } from '#tests/support/node.ts'
import { newUser, PASSWORD } from '#tests/support/users.ts'

/** Forged and misplaced tokens. */
const [node] = await openNodes({})
const attacker = await newUser(node.url)

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

test.each<[string, (claims: string, signature: string) => string]>([
  ['without an algorithm', (claims, signature) => `${encode({ alg: 'NONE' })}.${claims}.${signature}`],
  [
    'signed with an empty key',
    claims => {
      const content = `${encode({ alg: 'HS256' })}.${claims}`
      return `${content}.${createHmac('sha256', '').update(content).digest('base64url')}`
    },
  ],
  ['with an operator', () => '{"$ne":null}'],
  ['that is very long', () => 'a.b.c'.repeat(1_000)],
])('a token %s authorizes nothing', async (_, forge) => {
  const [, claims = '', signature = ''] = attacker.token.split('.')
  const forged = forge(claims, signature)
  expect((await call(node.url, getTopics, {}, forged)).status).toBe(401)
  const deletion = { password: PASSWORD, authToken: forged }
  expect((await call(node.url, myInfo.deleteAccount, deletion)).status).toBe(401)
  const checked = await call(node.url, accounts.checkSignIn, { authToken: forged.slice(0, 4_096) })
  expect(checked.body).toEqual({ authenticated: false })
})

test('a token in the body authorizes the same as in the header, and no more', async () => {
  const withToken = ({ path }: Call, authToken: unknown) =>
    post(node.url + path, JSON.stringify({ authToken }), asJson)
  expect((await withToken(myInfo.updateMyInfo, attacker.token)).status).toBe(200)
  for (const authToken of [{ $ne: null }, [attacker.token], 1, null])
    expect((await withToken(myInfo.updateMyInfo, authToken)).status).toBe(401)
  // Where the specification allows only the header, the body is not read before.
  expect((await withToken(getTopics, attacker.token)).status).toBe(401)
})
