import { expect, test } from 'vitest'
import type { HubView } from '#protocol/hubs.ts'
import { expectedMembers, isAlone, membersWithMe, shortNameOf } from './hubs.members.ts'

const ME = 1
const hubOf = (...userNos: number[]): HubView => ({
  hubNo: 7,
  userNos,
  names: userNos.map(String),
  pics: userNos.map(() => ''),
  numUnreadArticles: 0,
  revision: 1,
  version: 1,
})

test('expects the members, the user and the new ones, or nothing if nobody is new', () => {
  expect(expectedMembers(hubOf(2, 3), ME, [3, 4])).toEqual([ME, 2, 3, 4])
  expect(expectedMembers(hubOf(2, 3), ME, [2, ME])).toBeNull()
})

test('returns the user as the only member of an own hub', () => {
  expect([hubOf(ME), hubOf(2)].map(hub => isAlone(hub, ME))).toEqual([true, false])
  expect(membersWithMe(hubOf(ME), ME)).toEqual([ME])
})

test('returns the member count of a named room, and the number of hidden names otherwise', () => {
  const named = { ...hubOf(2, 3, 4), name: '목요 책방' }
  expect(shortNameOf(named, ME)).toEqual({ words: '목요 책방', count: '4' })
  expect([hubOf(2, 3, 4), hubOf(2, 3)].map(hub => shortNameOf(hub, ME).count)).toEqual(['+1', ''])
})
