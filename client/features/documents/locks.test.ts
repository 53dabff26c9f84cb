import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const never = () => new Promise(() => undefined)
const refuse = () => {
  throw new DOMException('', 'SecurityError')
}

test.each<[string, object]>([
  ['are missing', {}],
  ['are null', { locks: null }],
  ['are refused', Object.defineProperty({}, 'locks', { get: refuse })],
  ['throw', { locks: { request: refuse } }],
  ['reject', { locks: { request: async () => refuse() } }],
  ['never answer', { locks: { request: never } }],
])('grants and reports own locks if Web Locks %s', async (_, navigator) => {
  vi.stubGlobal('navigator', navigator)
  const { holdLock, isLockHeld } = await import('./locks.ts')
  const onAcquired = vi.fn()
  const release = holdLock('name', onAcquired)
  await vi.advanceTimersByTimeAsync(1_500)
  expect(onAcquired).toHaveBeenCalledOnce()
  expect(await isLockHeld('name', 500)).toBe(true)
  expect(await isLockHeld('another', 500)).toBe(false)
  release()
  expect(await isLockHeld('name', 500)).toBe(false)
})

test('reports a lock as free in time if Web Locks never answer', async () => {
  vi.stubGlobal('navigator', { locks: { request: never } })
  const { isLockHeld } = await import('./locks.ts')
  const answer = isLockHeld('name', 500)
  await vi.advanceTimersByTimeAsync(1_500)
  expect(await answer).toBe(false)
})

test('waits for a lock that another page holds', async () => {
  const request = (name: string, _: object, take: (lock: unknown) => unknown) =>
    name === 'name' ? never() : Promise.resolve(take({}))
  vi.stubGlobal('navigator', { locks: { request } })
  const { holdLock } = await import('./locks.ts')
  const onAcquired = vi.fn()
  holdLock('name', onAcquired)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(onAcquired).not.toHaveBeenCalled()
})
