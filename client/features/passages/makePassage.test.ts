import { expect, test } from 'vitest'
import { makePassage, trimmed } from './makePassage.ts'

const version = { noteVersion: 4 }

test('makes a passage without the white space around it', () => {
  expect(makePassage('앞 말\n가운데 말 \n뒤', { start: 3, end: 10 }, version)).toMatchObject({
    exact: '가운데 말',
    prefix: '앞 말\n',
    suffix: ' \n뒤',
    start: 4,
    end: 9,
    noteVersion: 4,
  })
})

test('makes none of white space, and none of more than 300 characters', () => {
  expect(makePassage('가 \n나', { start: 1, end: 3 }, version)).toBe(null)
  expect(makePassage('가'.repeat(400), { start: 0, end: 301 }, version)).toBe(null)
  expect(makePassage('가'.repeat(400), { start: 0, end: 300 }, version)?.exact).toHaveLength(300)
})

test('drops half an emoji at the end', () => {
  expect(trimmed('웃음 😀 끝', { start: 0, end: 4 })).toEqual({ start: 0, end: 2 })
})
