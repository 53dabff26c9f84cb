import { expect, test } from 'vitest'
import { noUnread, totalUnread } from './unread.numbers.ts'
import { withAllUnread, withHub, withoutHub, withUnread } from './unread.reducer.ts'

const told = (hubNo: number, numUnreadArticles: number, revision: number, isMuted = false) => ({
  hubNo,
  numUnreadArticles,
  revision,
  isMuted,
})

test('a newer number wins, a late one does not', () => {
  const read = withUnread(noUnread, [told(4, 3, 1), told(4, 0, 5)])
  expect(withUnread(read, [told(4, 2, 4)]).get(4)?.numUnreadArticles).toBe(0)
  expect(withUnread(read, [told(4, 1, 6)]).get(4)?.numUnreadArticles).toBe(1)
})

test('the same number twice changes nothing, not even the map', () => {
  const once = withUnread(noUnread, [told(4, 3, 1)])
  expect(withUnread(once, [told(4, 3, 1)])).toBe(once)
})

test('a number that was never told counts from its first revision, 0 included', () => {
  expect(totalUnread(withUnread(noUnread, [told(4, 2, 0)]))).toBe(2)
})

test('what a list says of itself only is kept: no names, no pictures', () => {
  const hub = { ...told(4, 2, 1), names: ['박서준'] }
  expect(withUnread(noUnread, [hub]).get(4)).toEqual(told(4, 2, 1))
})

test('the numbers of all hubs drop the hubs that are left and keep newer events', () => {
  const live = withUnread(noUnread, [told(4, 9, 9), told(5, 1, 1)])
  const all = withAllUnread(live, [told(4, 1, 2), told(6, 2, 1)])
  expect(all.get(4)?.numUnreadArticles).toBe(9)
  expect(totalUnread(all)).toBe(11)
})

test('of the same revision the numbers of all hubs are right: a server may have died before it told', () => {
  const live = withUnread(noUnread, [told(4, 1, 2)])
  expect(withAllUnread(live, [told(4, 2, 2)]).get(4)?.numUnreadArticles).toBe(2)
  expect(withAllUnread(live, [told(4, 1, 2)])).toBe(live)
})

test('the total is the sum over the hubs that are left', () => {
  const two = withUnread(noUnread, [told(4, 3, 1), told(5, 100, 1)])
  expect(totalUnread(two)).toBe(103)
  expect(totalUnread(withoutHub(two, 5))).toBe(3)
  expect(totalUnread(withUnread(withoutHub(two, 7), [told(7, 5, 1)]))).toBe(103)
})

test('a hub that is muted keeps its number, which is in no total', () => {
  const muted = withUnread(noUnread, [told(4, 3, 1), told(5, 100, 1, true)])
  expect(totalUnread(muted)).toBe(3)
  expect(muted.get(5)?.numUnreadArticles).toBe(100)
  expect(totalUnread(withUnread(muted, [told(5, 101, 2, true)]))).toBe(3)
  expect(totalUnread(withUnread(muted, [told(5, 100, 2)]))).toBe(103)
  expect(totalUnread(withUnread(withUnread(muted, [told(5, 1, 3)]), [told(5, 1, 2, true)]))).toBe(4)
})

test('a node of the release before does not tell who is muted: what is known stays', () => {
  const muted = withUnread(noUnread, [told(5, 2, 1, true)])
  const { isMuted: _, ...old } = told(5, 3, 2)
  expect(withUnread(muted, [old]).get(5)).toEqual(told(5, 3, 2, true))
  expect(withAllUnread(muted, [{ ...old, numUnreadArticles: 2, revision: 1 }])).toBe(muted)
  expect(totalUnread(withAllUnread(muted, [told(5, 2, 1)]))).toBe(2)
})

test('no answer that comes late brings back the number of a hub that was left', () => {
  const live = withUnread(noUnread, [told(4, 3, 1), told(5, 1, 1)])
  for (const left of [withoutHub(live, 4), withAllUnread(live, [told(5, 1, 1)])]) {
    expect(totalUnread(withUnread(left, [told(4, 3, 9)]))).toBe(1)
    expect(totalUnread(withAllUnread(left, [told(5, 2, 2)]))).toBe(2)
  }
})

test('a hub that one comes into again counts again', () => {
  const left = withoutHub(withUnread(noUnread, [told(4, 3, 7)]), 4)
  expect(totalUnread(withHub(left, told(4, 0, 8)))).toBe(0)
  expect(totalUnread(withUnread(withHub(left, told(4, 0, 8)), [told(4, 2, 9)]))).toBe(2)
  expect(totalUnread(withAllUnread(left, [told(4, 2, 9)]))).toBe(2)
  expect(totalUnread(withHub(withUnread(noUnread, [told(4, 2, 9)]), told(4, 0, 8)))).toBe(2)
})
