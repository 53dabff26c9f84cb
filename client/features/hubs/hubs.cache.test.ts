import { expect, test } from 'vitest'
import type { HubView } from '#protocol/hubs.ts'
import { HUBS_PER_PAGE } from '#protocol/limits.ts'
import {
  mergeStableRows,
  shownMembers,
  withHubAdded,
  withHubRemoved,
  withMembers,
  withOpenRoom,
  withPreferences,
} from './hubs.cache.ts'

const ME = 1
const person = (userNo: number) => ({ userNo, userName: `사용자 ${userNo}`, profPic: '' })
const hub = (hubNo: number, version = 1): HubView => ({
  hubNo,
  userNos: [2],
  names: ['사용자 2'],
  pics: [''],
  numUnreadArticles: 0,
  revision: 1,
  version,
})
const page = (...hubs: HubView[]) => ({ hubs })
const numbers = ({ hubs }: { hubs: HubView[] }) => hubs.map(({ hubNo }) => hubNo)

test('inserts a hub on top once, below the pinned ones, keeps the length of the page, and removes a hub once', () => {
  const full = page(...Array.from({ length: HUBS_PER_PAGE }, (_, index) => hub(index + 1)))
  const once = withHubAdded(full, hub(99))
  expect(numbers(once)).toEqual([99, 1, 2, 3, 4, 5, 6])
  expect(withHubAdded(once, hub(99))).toBe(once)
  const pinned = { ...hub(1), isPinned: true }
  expect(numbers(withHubAdded(page(pinned, hub(2)), hub(99)))).toEqual([1, 99, 2])
  const left = withHubRemoved(page(hub(1), hub(2)), 1)
  expect(numbers(left)).toEqual([2])
  expect(withHubRemoved(left, 1)).toBe(left)
})

test('applies preferences of the higher revision only', () => {
  const preferences = { hubNo: 2, numUnreadArticles: 0, isMuted: true, isPinned: false }
  const shown = withPreferences(page(hub(1), hub(2)), { ...preferences, revision: 3 })
  expect(shown.hubs[1]).toMatchObject({ isMuted: true, isPinned: false, revision: 3 })
  expect(withPreferences(shown, { ...preferences, isMuted: false, revision: 2 })).toEqual(shown)
  expect(withPreferences(shown, { ...preferences, isPinned: true, revision: 4 }).hubs[1]?.isPinned).toBe(true)
})

test('keeps the position of a known hub and the newer version', () => {
  const shown = page(hub(1), hub(2, 5))
  expect(withHubAdded(shown, hub(2, 3))).toBe(shown)
  expect(withHubAdded(shown, hub(2, 6)).hubs[1]?.version).toBe(6)
})

test('lists members without the user, unless alone, and ignores an outdated list', () => {
  const event = { hubNo: 1, version: 2, participants: [person(ME), person(3), person(4)] }
  const changed = withMembers(page(hub(1)), event, ME)
  expect(changed.hubs[0]).toMatchObject({ userNos: [3, 4], names: ['사용자 3', '사용자 4'], version: 2 })
  expect(withMembers(changed, event, ME)).toBe(changed)
  const shown = page(hub(1, 5))
  const alone = { hubNo: 1, version: 4, participants: [person(ME)] }
  expect(withMembers(shown, alone, ME)).toBe(shown)
  expect(withMembers(shown, { ...alone, version: 9 }, ME).hubs[0]).toMatchObject({
    version: 9,
    userNos: [ME],
  })
  expect(shownMembers([person(ME)], ME)).toEqual([person(ME)])
})

test('updates stable rows in place and appends new rows if the page has more', () => {
  const stable = [hub(1), hub(2), hub(3)]
  expect(numbers({ hubs: mergeStableRows(stable, [hub(9), hub(3), hub(1)]) })).toEqual([1, 2, 3])
  expect(numbers({ hubs: mergeStableRows(stable, [hub(9), hub(3), hub(1), hub(2)]) })).toEqual([1, 2, 3, 9])
  const fresh = { ...hub(1), version: 8 }
  expect(mergeStableRows([hub(2), hub(1)], [fresh])).toEqual([hub(2), fresh])
})

test('keeps an open room that has left the list at its place', () => {
  const open = { hub: hub(2), place: 1 }
  expect(numbers({ hubs: withOpenRoom([hub(1), hub(3)], open) })).toEqual([1, 2, 3])
  expect(numbers({ hubs: withOpenRoom([], open) })).toEqual([2])
  const listed = [hub(2, 5)]
  expect(withOpenRoom(listed, open)).toBe(listed)
  expect(withOpenRoom(listed, null)).toBe(listed)
})
