import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createThrottle } from './keyedLimits.ts'

let done: string[]
const work = (name: string) => () => void done.push(name)

beforeEach(() => {
  vi.useFakeTimers()
  done = []
})
afterEach(() => vi.useRealTimers())

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
