import { expect, test } from 'vitest'
import { newerOf } from './notices.cache.ts'

const list = (version: number) => ({ version, itemList: [] })

test('the list of the later change stays, in whatever order the two are told', () => {
  const [older, newer] = [list(3), list(4)]
  expect(newerOf(older, newer)).toBe(newer)
  expect(newerOf(newer, older)).toBe(newer)
  expect(newerOf(undefined, older)).toBe(older)
})

test('an answer of the same version is taken: it may be newer than its version says', () => {
  const answer = list(3)
  expect(newerOf(list(3), answer)).toBe(answer)
})
