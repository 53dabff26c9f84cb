import { expect, test } from 'vitest'
import { HUB_MEMBERS_MAX } from '#protocol/limits.ts'
import { memberKeyOf, planGrowth } from './hubs.rules.ts'

test('builds the same key for any order of members', () => {
  expect(memberKeyOf([10, 2, 2, 1])).toBe(memberKeyOf([1, 2, 10]))
  expect(memberKeyOf([1, 2])).not.toBe(memberKeyOf([12]))
})

test('adds users who are not members yet', () => {
  expect(planGrowth({ members: [1, 2], friends: [2, 3, 3], expected: [1, 2, 3], callerNo: 1 })).toEqual({
    add: [3],
  })
})

test('accepts the expected members with or without the caller', () => {
  expect(planGrowth({ members: [1, 2], friends: [3], expected: [3, 2], callerNo: 1 })).toEqual({ add: [3] })
})

test('rejects if all users are members already', () => {
  expect(planGrowth({ members: [1, 2], friends: [2], expected: [1, 2], callerNo: 1 })).toEqual({
    rejected: 'hubs.sameMembers',
  })
})

test('rejects if the members have changed since the caller saw them', () => {
  expect(planGrowth({ members: [1, 2, 4], friends: [3], expected: [1, 2, 3], callerNo: 1 })).toEqual({
    rejected: 'hubs.membersChanged',
  })
})

test('rejects members beyond the limit', () => {
  const members = Array.from({ length: HUB_MEMBERS_MAX }, (_, index) => index + 1)
  const friend = HUB_MEMBERS_MAX + 1
  expect(planGrowth({ members, friends: [friend], expected: [...members, friend], callerNo: 1 })).toEqual({
    rejected: 'hubs.tooMany',
  })
})
