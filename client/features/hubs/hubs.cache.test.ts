import { expect, test } from 'vitest'
import type { HubView } from '#protocol/hubs.ts'
import { HUBS_PER_PAGE } from '#protocol/limits.ts'
import { heldRows, shownMembers, withHubAdded, withHubRemoved, withKept, withMembers } from './hubs.cache.ts'

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

test('a new hub comes on top, once, and the page keeps its length', () => {
  const full = page(...Array.from({ length: HUBS_PER_PAGE }, (_, index) => hub(index + 1)))
  const once = withHubAdded(full, hub(99))
  expect(numbers(once)).toEqual([99, 1, 2, 3, 4, 5, 6])
  expect(withHubAdded(once, hub(99))).toBe(once)
})

test('a new hub comes below what is pinned', () => {
  const pinned = { ...hub(1), isPinned: true }
  expect(numbers(withHubAdded(page(pinned, hub(2)), hub(99)))).toEqual([1, 99, 2])
})

test('how a hub is kept is told by the higher revision, however often it comes', () => {
  const kept = { hubNo: 2, numUnreadArticles: 0, isMuted: true, isPinned: false }
  const shown = withKept(page(hub(1), hub(2)), { ...kept, revision: 3 })
  expect(shown.hubs[1]).toMatchObject({ isMuted: true, isPinned: false, revision: 3 })
  expect(withKept(shown, { ...kept, isMuted: false, revision: 2 })).toEqual(shown)
  expect(withKept(shown, { ...kept, isPinned: true, revision: 4 }).hubs[1]?.isPinned).toBe(true)
})

test('a hub that the answer already holds stays where it is, and the newer of the two is shown', () => {
  const shown = page(hub(1), hub(2, 5))
  expect(withHubAdded(shown, hub(2, 3))).toBe(shown)
  expect(withHubAdded(shown, hub(2, 6)).hubs[1]?.version).toBe(6)
})

test('a hub goes, and going twice changes nothing', () => {
  const left = withHubRemoved(page(hub(1), hub(2)), 1)
  expect(numbers(left)).toEqual([2])
  expect(withHubRemoved(left, 1)).toBe(left)
})

test('members are told without oneself', () => {
  const event = { hubNo: 1, version: 2, participants: [person(ME), person(3), person(4)] }
  const changed = withMembers(page(hub(1)), event, ME)
  expect(changed.hubs[0]).toMatchObject({ userNos: [3, 4], names: ['사용자 3', '사용자 4'], version: 2 })
  expect(withMembers(changed, event, ME)).toBe(changed)
})

test('a late list of members is not taken; one after a gap is, for it is complete', () => {
  const shown = page(hub(1, 5))
  const event = { hubNo: 1, version: 4, participants: [person(ME)] }
  expect(withMembers(shown, event, ME)).toBe(shown)
  expect(withMembers(shown, { ...event, version: 9 }, ME).hubs[0]?.version).toBe(9)
})

test('alone in a hub, oneself is shown', () => {
  expect(shownMembers([person(ME)], ME)).toEqual([person(ME)])
  expect(
    withMembers(page(hub(1)), { hubNo: 1, version: 2, participants: [person(ME)] }, ME).hubs[0],
  ).toMatchObject({
    userNos: [ME],
  })
})

test('held rows keep their places, and newcomers of a full page wait', () => {
  const held = [hub(1), hub(2), hub(3)]
  expect(numbers({ hubs: heldRows(held, [hub(9), hub(3), hub(1)]) })).toEqual([1, 2, 3])
  expect(numbers({ hubs: heldRows(held, [hub(9), hub(3), hub(1), hub(2)]) })).toEqual([1, 2, 3, 9])
})

test('held rows tell what the page tells by now', () => {
  const fresh = { ...hub(1), version: 8 }
  expect(heldRows([hub(2), hub(1)], [fresh])).toEqual([hub(2), fresh])
})
