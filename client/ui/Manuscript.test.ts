import { expect, test } from 'vitest'
import { manuscriptRows } from './Manuscript.tsx'

test('gives each character a square; a comma includes the space after it', () => {
  const written = manuscriptRows('토론, 나눔,\n이해, 공감.').map(row => row.join(''))
  expect(written).toEqual(['토론,나눔,', '이해,공감.'])
})

test('pads every row with empty squares to the longest', () => {
  expect(manuscriptRows('가\n나다')).toEqual([
    ['가', ''],
    ['나', '다'],
  ])
})

test('keeps decomposed (NFD) syllables whole', () => {
  expect(manuscriptRows('글'.normalize('NFD'))[0]?.[0]).toBe('글')
})
