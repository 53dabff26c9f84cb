import { expect, test } from 'vitest'
import { searchIntent } from './hubs.search.ts'

test.each([
  ['', { kind: 'reload' }],
  [' - ', { kind: 'reload' }],
  ['a', { kind: 'tooShort' }],
  [' 0-1-0-1 ', { kind: 'tooShort' }],
  [',,,,,,', { kind: 'tooShort' }],
  ['01012', { kind: 'search', candidates: ['01012'] }],
  [' 010-1234-5678, a-b@x.com ,, 01012345678', { kind: 'search', candidates: ['01012345678', 'ab@x.com'] }],
])('%j becomes %o', (typed, intent) => {
  expect(searchIntent(typed)).toEqual(intent)
})
