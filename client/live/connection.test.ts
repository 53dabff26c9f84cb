import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connectionStateAtom, reportConnected, reportDisconnected, reportOutdated } from './connection.ts'

const shown = () => getDefaultStore().get(connectionStateAtom)

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { onLine: true })
  reportConnected()
})
afterEach(() => {
  // Test files of one worker share the store.
  reportConnected()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('does not show a short interruption, however many attempts fail in it', () => {
  reportDisconnected()
  vi.advanceTimersByTime(700)
  reportDisconnected()
  vi.advanceTimersByTime(700)
  reportConnected()
  vi.advanceTimersByTime(5_000)
  expect(shown()).toBe('connected')
})

test('shows a longer interruption until it ends', () => {
  reportDisconnected()
  vi.advanceTimersByTime(1_000)
  reportDisconnected()
  vi.advanceTimersByTime(500)
  expect(shown()).toBe('reconnecting')
  reportConnected()
  expect(shown()).toBe('connected')
})

test('shows a lost network at once', () => {
  vi.stubGlobal('navigator', { onLine: false })
  reportDisconnected()
  expect(shown()).toBe('offline')
})

test('shows a new version at once and keeps showing it', () => {
  reportDisconnected()
  reportOutdated()
  vi.advanceTimersByTime(5_000)
  expect(shown()).toBe('outdated')
})
