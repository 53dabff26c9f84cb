import { expect, test } from 'vitest'
import { manuscriptRows } from './manuscript.layout.ts'

test('each character has a square; a comma takes the space after it along', () => {
  const written = manuscriptRows('토론, 나눔,\n이해, 공감.').map(row => row.join(''))
  expect(written).toEqual(['토론,나눔,', '이해,공감.'])
})

test('every row is as long as the longest, and goes on with empty squares', () => {
  expect(manuscriptRows('가\n나다')).toEqual([
    ['가', ''],
    ['나', '다'],
  ])
})

test('syllables typed on a Mac stay whole', () => {
  expect(manuscriptRows('글'.normalize('NFD'))[0]?.[0]).toBe('글')
})
