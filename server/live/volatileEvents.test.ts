import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createVolatileEvents } from './volatileEvents.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('what comes alone is told at once', () => {
  const told: string[] = []
  createVolatileEvents(1_000).tell(
    'room',
    () => 500,
    () => told.push('room'),
  )
  expect(told).toEqual(['room'])
})

test('a flood is told at the pace of a second, small rooms first, and of each room the latest', async () => {
  const told: string[] = []
  const events = createVolatileEvents(1_000)
  const say = (room: string, size: number, word = room) =>
    events.tell(
      room,
      () => size,
      () => told.push(word),
    )
  say('first', 500)
  for (const word of ['large 1', 'large 2', 'large 3']) say('large', 500, word)
  say('small', 10)
  expect(told).toEqual(['first'])
  await vi.advanceTimersByTimeAsync(499)
  expect(told).toEqual(['first'])
  await vi.advanceTimersByTimeAsync(1)
  expect(told).toEqual(['first', 'small'])
  await vi.advanceTimersByTimeAsync(10)
  expect(told).toEqual(['first', 'small', 'large 3'])
})

test('a minute of it costs what a minute may', async () => {
  let deliveries = 0
  const events = createVolatileEvents(1_000)
  for (let second = 0; second < 60; second += 1) {
    for (let room = 0; room < 40; room += 1)
      events.tell(
        `room ${room}`,
        () => 900,
        () => {
          deliveries += 900
        },
      )
    await vi.advanceTimersByTimeAsync(1_000)
  }
  expect(deliveries).toBeLessThanOrEqual(61 * 1_000)
  expect(deliveries).toBeGreaterThan(55 * 1_000)
})
