import { expect, test } from 'vitest'
import { HUB_MEMBERS_MAX } from '#protocol/limits.ts'
import { memberKeyOf, planGrowth } from './hubs.rules.ts'

test('the same people have the same key in any order', () => {
  expect(memberKeyOf([10, 2, 2, 1])).toBe(memberKeyOf([1, 2, 10]))
  expect(memberKeyOf([1, 2])).not.toBe(memberKeyOf([12]))
})

test('adds those who are not in the hub yet', () => {
  expect(planGrowth({ members: [1, 2], friends: [2, 3, 3], expected: [1, 2, 3], callerNo: 1 })).toEqual({
    add: [3],
  })
})

test('takes the expectation with or without the caller', () => {
  expect(planGrowth({ members: [1, 2], friends: [3], expected: [3, 2], callerNo: 1 })).toEqual({ add: [3] })
})

test('refuses when everyone is in the hub already', () => {
  expect(planGrowth({ members: [1, 2], friends: [2], expected: [1, 2], callerNo: 1 })).toEqual({
    rejected: 'hubs.sameMembers',
  })
})

test('refuses when the members are no longer who the caller saw', () => {
  expect(planGrowth({ members: [1, 2, 4], friends: [3], expected: [1, 2, 3], callerNo: 1 })).toEqual({
    rejected: 'hubs.membersChanged',
  })
})

test('refuses one more than a hub holds', () => {
  const members = Array.from({ length: HUB_MEMBERS_MAX }, (_, index) => index + 1)
  const friend = HUB_MEMBERS_MAX + 1
  expect(planGrowth({ members, friends: [friend], expected: [...members, friend], callerNo: 1 })).toEqual({
    rejected: 'hubs.tooMany',
  })
})
