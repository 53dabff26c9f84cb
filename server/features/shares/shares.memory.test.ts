import { expect, test } from 'vitest'
import { createShareMemory } from './shares.memory.ts'

test('what is known of a hub’s shares is believed at the version at which it was told, and at no other', () => {
  const memory = createShareMemory()
  expect(memory.newestOf({ hubNo: 4, version: 7 })).toBeNull()
  const newest = [{ seq: 2, authorNo: 1 }]
  memory.keep({ hubNo: 4, version: 7 }, newest)
  expect(memory.newestOf({ hubNo: 4, version: 7 })).toBe(newest)
  expect(memory.newestOf({ hubNo: 4, version: 8 })).toBeNull()
  expect(memory.newestOf({ hubNo: 5, version: 7 })).toBeNull()
})
