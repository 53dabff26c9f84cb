import { expect, test } from 'vitest'
import { strengthOf } from './password.strength.ts'

const owner = { email: 'minho@example.com', username: '글 쓰는 민호' }

test('what programs guess first is weak, also in Korean', () => {
  for (const weak of ['password', 'saranghae1', 'qlalfqjsgh1', 'minho@example.com', '사랑해사랑해'])
    expect(strengthOf(weak, owner), weak).toBeLessThan(2)
})

test('several words are strong', () => {
  for (const strong of ['달팽이 우산 자전거 일곱', 'correct horse battery staple'])
    expect(strengthOf(strong, owner), strong).toBeGreaterThan(2)
})
