import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createVolatileEvents } from './clientEvents.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('publishes a single event at once, then throttles: smallest room first, latest event per room', async () => {
  const published: string[] = []
  const events = createVolatileEvents(1_000)
  const publish = (room: string, size: number, word = room) =>
    events.publish(
      room,
      () => size,
      () => published.push(word),
    )
  publish('first', 500)
  for (const word of ['large 1', 'large 2', 'large 3']) publish('large', 500, word)
  publish('small', 10)
  expect(published).toEqual(['first'])
  await vi.advanceTimersByTimeAsync(499)
  expect(published).toEqual(['first'])
  await vi.advanceTimersByTimeAsync(1)
  expect(published).toEqual(['first', 'small'])
  await vi.advanceTimersByTimeAsync(10)
  expect(published).toEqual(['first', 'small', 'large 3'])
})

test('keeps to the delivery rate over a minute', async () => {
  let deliveries = 0
  const events = createVolatileEvents(1_000)
  for (let second = 0; second < 60; second += 1) {
    for (let room = 0; room < 40; room += 1)
      events.publish(
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
