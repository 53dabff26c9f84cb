import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createBudgets, createThrottle } from './keyedLimits.ts'

let done: string[]
const work = (name: string) => () => void done.push(name)

beforeEach(() => {
  vi.useFakeTimers()
  done = []
})
afterEach(() => vi.useRealTimers())

test('a key that has used up its time waits until enough has passed, and no other key does', () => {
  let now = 0
  const budgets = createBudgets({ burst: 1_000, perSecond: 100 }, 1, () => now)
  budgets.spend('one', 1_000)
  expect(budgets.waitMs('one')).toBe(0)
  budgets.spend('one', 500)
  expect(budgets.waitMs('one')).toBe(5_000)
  expect(budgets.waitMs('other')).toBe(0)
  now += 4_000
  expect(budgets.waitMs('one')).toBe(1_000)
  now += 1_000
  expect(budgets.waitMs('one')).toBe(0)
  now += 60_000
  budgets.spend('one', 1_200)
  expect(budgets.waitMs('one')).toBe(2_000)
})

test('runs single work at once and a burst in order', () => {
  const throttle = createThrottle({ everyMs: 10, waitingMax: 2 })
  for (const name of ['first', 'second', 'third']) expect(throttle('school', work(name))).toBe(true)
  expect(throttle('school', work('too many'))).toBe(false)
  throttle('elsewhere', work('elsewhere'))
  expect(done).toEqual(['first', 'elsewhere'])
  vi.advanceTimersByTime(10)
  expect(done).toEqual(['first', 'elsewhere', 'second'])
  vi.advanceTimersByTime(20)
  throttle('school', work('later'))
  expect(done).toEqual(['first', 'elsewhere', 'second', 'third', 'later'])
})
