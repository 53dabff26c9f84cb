import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPace } from './pace.ts'

let done: string[]
const work = (name: string) => () => void done.push(name)

beforeEach(() => {
  vi.useFakeTimers()
  done = []
})
afterEach(() => vi.useRealTimers())

test('what comes alone is done at once, a crowd in its order', () => {
  const inTurn = createPace({ everyMs: 10, waitingMax: 2 })
  for (const name of ['first', 'second', 'third']) expect(inTurn('school', work(name))).toBe(true)
  expect(inTurn('school', work('too many'))).toBe(false)
  inTurn('elsewhere', work('elsewhere'))
  expect(done).toEqual(['first', 'elsewhere'])
  vi.advanceTimersByTime(10)
  expect(done).toEqual(['first', 'elsewhere', 'second'])
  vi.advanceTimersByTime(20)
  inTurn('school', work('later'))
  expect(done).toEqual(['first', 'elsewhere', 'second', 'third', 'later'])
})
