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
const forbidden = () => new DOMException('', 'SecurityError')

test.each<[string, object]>([
  ['are missing', {}],
  ['are null', { locks: null }],
  [
    'are refused',
    {
      get locks() {
        throw forbidden()
      },
    },
  ],
  [
    'throw',
    {
      locks: {
        request() {
          throw forbidden()
        },
      },
    },
  ],
  ['reject', { locks: { request: () => Promise.reject(forbidden()) } }],
  ['never answer', { locks: { request: never } }],
])('a name is held, and known to be, where locks %s', async (_, navigator) => {
  vi.stubGlobal('navigator', navigator)
  const { hold, isHeldFor, onceFree } = await import('./note.locks.ts')
  const onHeld = vi.fn()
  const letGo = hold('name', onHeld)
  await vi.advanceTimersByTimeAsync(1_500)
  expect(onHeld).toHaveBeenCalledOnce()
  expect(await isHeldFor('name', 500)).toBe(true)
  expect(await isHeldFor('another', 500)).toBe(false)
  onceFree('name', new AbortController().signal, () => undefined)
  letGo()
  expect(await isHeldFor('name', 500)).toBe(false)
})

test('whether a name is held is answered in time where locks never answer', async () => {
  vi.stubGlobal('navigator', { locks: { request: never } })
  const { isHeldFor } = await import('./note.locks.ts')
  const answer = isHeldFor('name', 500)
  await vi.advanceTimersByTimeAsync(1_500)
  expect(await answer).toBe(false)
})

test('a name that another page holds is waited for', async () => {
  const request = (name: string, _: object, take: (lock: unknown) => unknown) =>
    name === 'name' ? never() : Promise.resolve(take({}))
  vi.stubGlobal('navigator', { locks: { request } })
  const { hold } = await import('./note.locks.ts')
  const onHeld = vi.fn()
  hold('name', onHeld)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(onHeld).not.toHaveBeenCalled()
})
