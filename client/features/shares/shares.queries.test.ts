import { expect, test } from 'vitest'
import { pageIndexOf } from '#protocol/paging.ts'
import { type ShareHubsPage, shareHubsPage, withSharing } from './shares.queries.ts'

const page = (...shared: number[]): ShareHubsPage => ({
  success: true,
  hubs: [],
  shared,
  readCounts: new Map(),
  readers: new Map(),
  pageIndex: pageIndexOf(1, 4, 0),
})

test('maps read counts to hubs', () => {
  const emptyHub = { userNos: [], names: [], pics: [], numUnreadArticles: 0, revision: 1, version: 1 }
  const hub = (hubNo: number) => ({ hubNo, ...emptyHub })
  const { readCounts } = shareHubsPage({ ...page(), hubs: [hub(7), hub(3)], readCounts: [2, 5] })
  expect(readCounts).toEqual(
    new Map([
      [7, 2],
      [3, 5],
    ]),
  )
})

test('adds and removes a shared hub once', () => {
  const shown = page(1)
  expect(withSharing(shown, 2, true).shared).toEqual([1, 2])
  expect(withSharing(page(1, 2), 1, false).shared).toEqual([2])
  expect(withSharing(shown, 1, true)).toBe(shown)
  expect(withSharing(shown, 2, false)).toBe(shown)
})
