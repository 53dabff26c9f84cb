import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createListRefetcher } from './list.refetch.ts'

const refetch = vi.fn()
let held = false
const listRefetcher = () => createListRefetcher({ isHeld: () => held, refetch })

beforeEach(() => {
  vi.useFakeTimers()
  refetch.mockClear()
  held = false
})
afterEach(() => void vi.useRealTimers())

test('news that come together are one fetch', () => {
  const refetcher = listRefetcher()
  for (let note = 0; note < 50; note += 1) refetcher.tell()
  vi.runAllTimers()
  expect(refetch).toHaveBeenCalledTimes(1)
  refetcher.look()
  vi.runAllTimers()
  expect(refetch).toHaveBeenCalledTimes(1)
})

test('rows under the pointer stay until it leaves them', () => {
  const refetcher = listRefetcher()
  held = true
  refetcher.tell()
  refetcher.look()
  vi.runAllTimers()
  expect(refetch).not.toHaveBeenCalled()
  held = false
  refetcher.look()
  vi.runAllTimers()
  expect(refetch).toHaveBeenCalledTimes(1)
})

test('whoever has left hears no more', () => {
  const refetcher = listRefetcher()
  refetcher.tell()
  refetcher.stop()
  vi.runAllTimers()
  expect(refetch).not.toHaveBeenCalled()
})
