import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createListRefetcher } from './useDeferredRefetch.ts'

const refetch = vi.fn()
let isHovering = false
const listRefetcher = () => createListRefetcher({ isInteracting: () => isHovering, refetch })

beforeEach(() => {
  vi.useFakeTimers()
  refetch.mockClear()
  isHovering = false
})
afterEach(() => void vi.useRealTimers())

test('refetches once for events that arrive together', () => {
  const refetcher = listRefetcher()
  for (let note = 0; note < 50; note += 1) refetcher.markStale()
  vi.runAllTimers()
  expect(refetch).toHaveBeenCalledTimes(1)
  refetcher.recheck()
  vi.runAllTimers()
  expect(refetch).toHaveBeenCalledTimes(1)
})

test('waits until the pointer leaves the rows', () => {
  const refetcher = listRefetcher()
  isHovering = true
  refetcher.markStale()
  refetcher.recheck()
  vi.runAllTimers()
  expect(refetch).not.toHaveBeenCalled()
  isHovering = false
  refetcher.recheck()
  vi.runAllTimers()
  expect(refetch).toHaveBeenCalledTimes(1)
})

test('does not refetch after unmount', () => {
  const refetcher = listRefetcher()
  refetcher.markStale()
  refetcher.stop()
  vi.runAllTimers()
  expect(refetch).not.toHaveBeenCalled()
})
