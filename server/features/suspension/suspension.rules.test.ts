import { expect, test } from 'vitest'
import { maskedEmail } from './suspension.rules.ts'

test.each([
  ['jieun.han@example.com', 'ji•••@example.com'],
  ['abc@example.com', 'a•••@example.com'],
  ['a@example.com', '•••@example.com'],
])('%s is shown as %s', (email, shown) => {
  expect(maskedEmail(email)).toBe(shown)
})
