import { expect, test } from 'vitest'
import { newerVersion } from './notices.queries.ts'

const list = (version: number) => ({ version, itemList: [] })

test('keeps the list with the higher version, in any order', () => {
  const [older, newer] = [list(3), list(4)]
  expect(newerVersion(older, newer)).toBe(newer)
  expect(newerVersion(newer, older)).toBe(newer)
  expect(newerVersion(undefined, older)).toBe(older)
})

test('replaces the list with a response of the same version', () => {
  const answer = list(3)
  expect(newerVersion(list(3), answer)).toBe(answer)
})
