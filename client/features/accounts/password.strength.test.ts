import { expect, test } from 'vitest'
import { estimateStrength } from './password.strength.ts'

const user = { email: 'minho@example.com', username: '글 쓰는 민호' }

test('rates common passwords as weak, in English and Korean', () => {
  for (const weak of ['password', 'saranghae1', 'qlalfqjsgh1', 'minho@example.com', '사랑해사랑해'])
    expect(estimateStrength(weak, user), weak).toBeLessThan(2)
})

test('rates several words as strong', () => {
  for (const strong of ['달팽이 우산 자전거 일곱', 'correct horse battery staple'])
    expect(estimateStrength(strong, user), strong).toBeGreaterThan(2)
})
