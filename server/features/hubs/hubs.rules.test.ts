import { expect, test } from 'vitest'
import { HUB_MEMBERS_MAX } from '#protocol/limits.ts'
import { memberKeyOf, planGrowth } from './hubs.rules.ts'

test('builds the same key for any order of members', () => {
  expect(memberKeyOf([10, 2, 2, 1])).toBe(memberKeyOf([1, 2, 10]))
  expect(memberKeyOf([1, 2])).not.toBe(memberKeyOf([12]))
})

const everyone = Array.from({ length: HUB_MEMBERS_MAX }, (_, index) => index + 1)

test.each([
  ['adds users who are not members yet', [1, 2], [2, 3, 3], [1, 2, 3], { add: [3] }],
  ['accepts the expected members without the caller', [1, 2], [3], [3, 2], { add: [3] }],
  ['rejects if all users are members already', [1, 2], [2], [1, 2], { rejected: 'hubs.sameMembers' }],
  ['rejects if the members have changed', [1, 2, 4], [3], [1, 2, 3], { rejected: 'hubs.membersChanged' }],
  ['rejects members beyond the limit', everyone, [999], [...everyone, 999], { rejected: 'hubs.tooMany' }],
])('%s', (_, members, friends, expected, plan) => {
  expect(planGrowth({ members, friends, expected, callerNo: 1 })).toEqual(plan)
})
