import { expect, test } from 'vitest'
import { withAllUnread, withHub, withoutHub, withUnread } from './unread.cache.ts'
import { noUnread, totalUnread } from './unread.ts'

const unread = (hubNo: number, numUnreadArticles: number, revision: number, isMuted = false) => ({
  hubNo,
  numUnreadArticles,
  revision,
  isMuted,
})

test('applies a newer count and ignores a late one', () => {
  const read = withUnread(noUnread, [unread(4, 3, 1), unread(4, 0, 5)])
  expect(withUnread(read, [unread(4, 2, 4)]).get(4)?.numUnreadArticles).toBe(0)
  expect(withUnread(read, [unread(4, 1, 6)]).get(4)?.numUnreadArticles).toBe(1)
})

test('returns the same map for a duplicate', () => {
  const once = withUnread(noUnread, [unread(4, 3, 1)])
  expect(withUnread(once, [unread(4, 3, 1)])).toBe(once)
})

test('accepts revision 0 for an unknown hub', () => {
  expect(totalUnread(withUnread(noUnread, [unread(4, 2, 0)]))).toBe(2)
})

test('stores counts only, no names and pictures', () => {
  const hub = { ...unread(4, 2, 1), names: ['박서준'] }
  expect(withUnread(noUnread, [hub]).get(4)).toEqual(unread(4, 2, 1))
})

test('drops hubs that the user has left and keeps newer events', () => {
  const live = withUnread(noUnread, [unread(4, 9, 9), unread(5, 1, 1)])
  const all = withAllUnread(live, [unread(4, 1, 2), unread(6, 2, 1)])
  expect(all.get(4)?.numUnreadArticles).toBe(9)
  expect(totalUnread(all)).toBe(11)
})

test('prefers the counts of all hubs at the same revision, because a server may crash before it publishes', () => {
  const live = withUnread(noUnread, [unread(4, 1, 2)])
  expect(withAllUnread(live, [unread(4, 2, 2)]).get(4)?.numUnreadArticles).toBe(2)
  expect(withAllUnread(live, [unread(4, 1, 2)])).toBe(live)
})

test('sums the hubs that the user is in', () => {
  const two = withUnread(noUnread, [unread(4, 3, 1), unread(5, 100, 1)])
  expect(totalUnread(two)).toBe(103)
  expect(totalUnread(withoutHub(two, 5))).toBe(3)
  expect(totalUnread(withUnread(withoutHub(two, 7), [unread(7, 5, 1)]))).toBe(103)
})

test('excludes a muted hub from the total', () => {
  const muted = withUnread(noUnread, [unread(4, 3, 1), unread(5, 100, 1, true)])
  expect(totalUnread(muted)).toBe(3)
  expect(muted.get(5)?.numUnreadArticles).toBe(100)
  expect(totalUnread(withUnread(muted, [unread(5, 101, 2, true)]))).toBe(3)
  expect(totalUnread(withUnread(muted, [unread(5, 100, 2)]))).toBe(103)
  expect(totalUnread(withUnread(withUnread(muted, [unread(5, 1, 3)]), [unread(5, 1, 2, true)]))).toBe(4)
})

test('keeps the known mute state if a node of the previous release does not send it', () => {
  const muted = withUnread(noUnread, [unread(5, 2, 1, true)])
  const { isMuted: _, ...old } = unread(5, 3, 2)
  expect(withUnread(muted, [old]).get(5)).toEqual(unread(5, 3, 2, true))
  expect(withAllUnread(muted, [{ ...old, numUnreadArticles: 2, revision: 1 }])).toBe(muted)
  expect(totalUnread(withAllUnread(muted, [unread(5, 2, 1)]))).toBe(2)
})

test('ignores late counts of a hub that the user has left', () => {
  const live = withUnread(noUnread, [unread(4, 3, 1), unread(5, 1, 1)])
  for (const left of [withoutHub(live, 4), withAllUnread(live, [unread(5, 1, 1)])]) {
    expect(totalUnread(withUnread(left, [unread(4, 3, 9)]))).toBe(1)
    expect(totalUnread(withAllUnread(left, [unread(5, 2, 2)]))).toBe(2)
  }
})

test('counts a hub again after the user joins again', () => {
  const left = withoutHub(withUnread(noUnread, [unread(4, 3, 7)]), 4)
  expect(totalUnread(withHub(left, unread(4, 0, 8)))).toBe(0)
  expect(totalUnread(withUnread(withHub(left, unread(4, 0, 8)), [unread(4, 2, 9)]))).toBe(2)
  expect(totalUnread(withAllUnread(left, [unread(4, 2, 9)]))).toBe(2)
  expect(totalUnread(withHub(withUnread(noUnread, [unread(4, 2, 9)]), unread(4, 0, 8)))).toBe(2)
})
