import { expect, test } from 'vitest'
import { squaresOf } from './squares.ts'

test('each syllable has its square, and a mark takes the space behind it along', () => {
  expect(squaresOf('써 보세요. 돼요.')).toEqual(['써', ' ', '보', '세', '요', '. ', '돼', '요', '.'])
})

test('small Latin letters and digits stand two in a square, capitals alone', () => {
  expect(squaresOf('It is 2026')).toEqual(['I', 't', ' ', 'is', ' ', '20', '26'])
})

test('what is written in parts is one character', () => {
  expect(squaresOf('가'.normalize('NFD'))).toEqual(['가'])
})
