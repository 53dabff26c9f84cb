import { expect, test } from 'vitest'
import { createPasswords, PASSWORD_COST } from './password.ts'

const cheap = createPasswords({ memoryCost: 8, timeCost: 1, parallelism: 1 })

test('hashes with the cost that OWASP recommends and a random salt', async () => {
  const { hash } = createPasswords(PASSWORD_COST)
  const [first, second] = await Promise.all([hash('비밀번호 1234'), hash('비밀번호 1234')])
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(first).not.toBe(second)
})

test('a password matches only its own hash, in any Hangul normalization and at any cost', async () => {
  const hash = await createPasswords(PASSWORD_COST).hash('비밀번호 1234'.normalize('NFD'))
  expect(await cheap.matches(hash, '비밀번호 1234')).toBe(true)
  expect(await cheap.matches(hash, '비밀번호 1235')).toBe(false)
})

test('without a hash nothing matches, not even the placeholder password', async () => {
  expect(await cheap.matches(undefined, 'nobody has this password')).toBe(false)
})
