import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connectionStateAtom, tellBroken, tellConnected, tellOutdated } from './connection.ts'

const shown = () => getDefaultStore().get(connectionStateAtom)

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { onLine: true })
  tellConnected()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a short break is not shown, however often an attempt fails in it', () => {
  tellBroken()
  vi.advanceTimersByTime(700)
  tellBroken()
  vi.advanceTimersByTime(700)
  tellConnected()
  vi.advanceTimersByTime(5_000)
  expect(shown()).toBe('connected')
})

test('a longer break is shown from its beginning on until it is mended', () => {
  tellBroken()
  vi.advanceTimersByTime(1_000)
  tellBroken()
  vi.advanceTimersByTime(500)
  expect(shown()).toBe('reconnecting')
  tellConnected()
  expect(shown()).toBe('connected')
})

test('without a network the break is told as such', () => {
  vi.stubGlobal('navigator', { onLine: false })
  tellBroken()
  vi.advanceTimersByTime(1_500)
  expect(shown()).toBe('offline')
})

test('a new version is shown at once and stays', () => {
  tellBroken()
  tellOutdated()
  vi.advanceTimersByTime(5_000)
  expect(shown()).toBe('outdated')
})
