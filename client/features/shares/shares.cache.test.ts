import { expect, test } from 'vitest'
import { pageIndexOf } from '#protocol/paging.ts'
import { type ShareHubsPage, withSharing } from './shares.cache.ts'

const page = (...shared: number[]): ShareHubsPage => ({
  success: true,
  hubs: [],
  shared,
  pageIndex: pageIndexOf(1, 4, 0),
})

test('a hub gets the note and loses it', () => {
  expect(withSharing(page(1), 2, true).shared).toEqual([1, 2])
  expect(withSharing(page(1, 2), 1, false).shared).toEqual([2])
})

test('told twice, nothing changes', () => {
  const shown = page(1)
  expect(withSharing(shown, 1, true)).toBe(shown)
  expect(withSharing(shown, 2, false)).toBe(shown)
})
