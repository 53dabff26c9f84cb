import { expect, test } from 'vitest'
import { newerVersion } from './notices.queries.ts'

const list = (version: number) => ({ version, itemList: [] })

test('keeps the list with the higher version, or the response of the same version', () => {
  const [older, newer, response] = [list(3), list(4), list(3)]
  expect(newerVersion(older, newer)).toBe(newer)
  expect(newerVersion(newer, older)).toBe(newer)
  expect(newerVersion(undefined, older)).toBe(older)
  expect(newerVersion(older, response)).toBe(response)
})
