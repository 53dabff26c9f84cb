import { expect, test } from 'vitest'
import { maskedEmail } from './administration.routes.ts'

test.each([
  ['jieun.han@example.com', 'ji•••@example.com'],
  ['abc@example.com', 'a•••@example.com'],
  ['a@example.com', '•••@example.com'],
])('masks %s as %s', (email, masked) => {
  expect(maskedEmail(email)).toBe(masked)
})
