import { expect, test } from 'vitest'
import { searchIntent } from './hubs.search.ts'

test.each(['', '   ', ' - '])('%j reloads the list', typed => {
  expect(searchIntent(typed)).toEqual({ kind: 'reload' })
})

test.each(['a', '0101', ' 0-1-0-1 ', ',,,,,,'])('%j does nothing', typed => {
  expect(searchIntent(typed)).toEqual({ kind: 'tooShort' })
})

test('more than 4 characters search', () => {
  expect(searchIntent('01012')).toEqual({ kind: 'search', candidates: ['01012'] })
})

test('removes whitespace and dashes, splits by commas, and drops duplicates', () => {
  expect(searchIntent(' 010-1234-5678, a-b@x.com ,, 01012345678')).toEqual({
    kind: 'search',
    candidates: ['01012345678', 'ab@x.com'],
  })
})
