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
  // Other files of the same worker share it.
  reportConnected()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a short break is not shown, however often an attempt fails in it', () => {
  reportDisconnected()
  vi.advanceTimersByTime(700)
  reportDisconnected()
  vi.advanceTimersByTime(700)
  reportConnected()
  vi.advanceTimersByTime(5_000)
  expect(shown()).toBe('connected')
})

test('a longer break is shown from its beginning on until it is mended', () => {
  reportDisconnected()
  vi.advanceTimersByTime(1_000)
  reportDisconnected()
  vi.advanceTimersByTime(500)
  expect(shown()).toBe('reconnecting')
  reportConnected()
  expect(shown()).toBe('connected')
})

test('without a network the break is told at once', () => {
  vi.stubGlobal('navigator', { onLine: false })
  reportDisconnected()
  expect(shown()).toBe('offline')
})

test('a new version is shown at once and stays', () => {
  reportDisconnected()
  reportOutdated()
  vi.advanceTimersByTime(5_000)
  expect(shown()).toBe('outdated')
})
