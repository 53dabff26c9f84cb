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

test('adding expects the members, oneself among them, and the newcomers', () => {
  expect(expectedMembers(hubOf(2, 3), ME, [3, 4])).toEqual([ME, 2, 3, 4])
})

test('nothing is expected when everybody is in the hub already', () => {
  expect(expectedMembers(hubOf(2, 3), ME, [2, ME])).toBeNull()
})

test('alone in a hub one is told as its only member', () => {
  expect(isAlone(hubOf(ME), ME)).toBe(true)
  expect(isAlone(hubOf(2), ME)).toBe(false)
  expect(membersWithMe(hubOf(ME), ME)).toEqual([ME])
})

test('a short row tells how many are in a named room, and how many more than it names are in another', () => {
  expect(shortNameOf({ ...hubOf(2, 3, 4), name: '목요 책방' }, ME)).toEqual({
    words: '목요 책방',
    count: '4',
  })
  expect(shortNameOf(hubOf(2, 3, 4), ME)).toMatchObject({ count: '+1' })
  expect(shortNameOf(hubOf(2, 3), ME)).toMatchObject({ count: '' })
})
