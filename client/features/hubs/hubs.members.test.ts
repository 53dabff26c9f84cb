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

test('expects the current members, the user and the new ones', () => {
  expect(expectedMembers(hubOf(2, 3), ME, [3, 4])).toEqual([ME, 2, 3, 4])
})

test('expects nothing if everybody is a member already', () => {
  expect(expectedMembers(hubOf(2, 3), ME, [2, ME])).toBeNull()
})

test('returns the user as the only member of an own hub', () => {
  expect(isAlone(hubOf(ME), ME)).toBe(true)
  expect(isAlone(hubOf(2), ME)).toBe(false)
  expect(membersWithMe(hubOf(ME), ME)).toEqual([ME])
})

test('returns the member count of a named room, and the number of hidden names otherwise', () => {
  expect(shortNameOf({ ...hubOf(2, 3, 4), name: '목요 책방' }, ME)).toEqual({
    words: '목요 책방',
    count: '4',
  })
  expect(shortNameOf(hubOf(2, 3, 4), ME)).toMatchObject({ count: '+1' })
  expect(shortNameOf(hubOf(2, 3), ME)).toMatchObject({ count: '' })
})
