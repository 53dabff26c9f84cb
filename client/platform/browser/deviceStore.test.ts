import { get, set } from 'idb-keyval'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDeviceStore, onStoreRecovered } from './deviceStore.ts'
import { TimedOut } from './timeLimit.ts'

/** What a browser does instead of opening a database; a real one is tried in tests/browser/broken-browser.spec.ts. */

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const forbidden = () => new DOMException('', 'SecurityError')

/** A database of one store that answers each request in the next turn. */
function workingDatabase() {
  const values = new Map<string, unknown>()
  const answered = (result?: unknown) => {
    const request: { result: unknown; onsuccess?: () => void; oncomplete?: () => void } = { result }
    setTimeout(() => (request.onsuccess ?? request.oncomplete)?.())
    return request
  }
  const database = {
    close: vi.fn(),
    onclose: null as (() => void) | null,
    onversionchange: null as (() => void) | null,
    transaction: vi.fn(() => ({
      objectStore: () => ({
        get transaction() {
          return Object.assign(answered(), { commit() {}, abort() {} })
        },
        get: (key: string) => answered(values.get(key)),
        put: (value: unknown, key: string) => values.set(key, value),
      }),
    })),
  }
  return { database, values, open: () => answered(database) }
}

async function outcomeOf(work: Promise<unknown>) {
  const outcome = work.then(
    value => ({ value }),
    (error: unknown) => ({ error }),
  )
  await vi.advanceTimersByTimeAsync(1_500)
  return Promise.race([outcome, Promise.resolve('waits')])
}

test.each<[string, unknown]>([
  ['is missing', undefined],
  ['is null', null],
  [
    'throws',
    {
      open: () => {
        throw forbidden()
      },
    },
  ],
  [
    'answers with an error',
    {
      open() {
        const request = { error: forbidden(), onerror: () => undefined }
        setTimeout(() => request.onerror())
        return request
      },
    },
  ],
])('an operation rejects, and the next one tries again, where IndexedDB %s', async (_, indexedDB) => {
  vi.stubGlobal('indexedDB', indexedDB)
  const store = createDeviceStore('database', 'store')
  expect(await outcomeOf(get('key', store))).toHaveProperty('error')
  expect(store.isSilent()).toBe(false)

  const { open } = workingDatabase()
  vi.stubGlobal('indexedDB', { open })
  await outcomeOf(set('key', '글', store))
  expect(await outcomeOf(get('key', store))).toEqual({ value: '글' })
})

test('a store whose getter throws rejects', async () => {
  Object.defineProperty(globalThis, 'indexedDB', {
    configurable: true,
    get() {
      throw forbidden()
    },
  })
  expect(await outcomeOf(get('key', createDeviceStore('database', 'store')))).toHaveProperty('error')
  Reflect.deleteProperty(globalThis, 'indexedDB')
})

test('a silent store is waited for once, and asked again later with another connection', async () => {
  const open = vi.fn<() => object>(() => ({}))
  vi.stubGlobal('indexedDB', { open })
  const store = createDeviceStore('database', 'store')
  expect(await outcomeOf(get('key', store))).toEqual({ error: expect.any(TimedOut) })
  expect(store.isSilent()).toBe(true)

  const { error } = await get('key', store).catch(error => ({ error }))
  expect(error).toBeInstanceOf(TimedOut)
  expect(open).toHaveBeenCalledTimes(1)

  open.mockImplementation(workingDatabase().open)
  await vi.advanceTimersByTimeAsync(15_000)
  expect(await outcomeOf(get('key', store))).toEqual({ value: undefined })
  expect(store.isSilent()).toBe(false)
})

test('a store that answers late tells so, and does nothing of which it was said that it failed', async () => {
  const { database, values } = workingDatabase()
  const opening: { result: unknown; onsuccess?: () => void } = { result: database }
  vi.stubGlobal('indexedDB', { open: () => opening })
  const store = createDeviceStore('database', 'store')
  const onRecovered = vi.fn()
  const stop = onStoreRecovered(onRecovered)
  expect(await outcomeOf(set('key', '옛글', store))).toEqual({ error: expect.any(TimedOut) })

  opening.onsuccess?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(onRecovered).toHaveBeenCalledOnce()
  expect(values.has('key')).toBe(false)
  await outcomeOf(set('key', '새 글', store))
  expect(values.get('key')).toBe('새 글')
  stop()
})

test.each(['onclose', 'onversionchange'] as const)('after %s another connection is opened', async event => {
  const { database, open } = workingDatabase()
  const opened = vi.fn(open)
  vi.stubGlobal('indexedDB', { open: opened })
  const store = createDeviceStore('database', 'store')
  await outcomeOf(get('key', store))
  database[event]?.()
  expect(await outcomeOf(get('key', store))).toEqual({ value: undefined })
  expect(opened).toHaveBeenCalledTimes(2)
})

test('a connection that was closed without a word is opened again', async () => {
  const { database, open } = workingDatabase()
  vi.stubGlobal('indexedDB', { open: vi.fn(open) })
  const store = createDeviceStore('database', 'store')
  await outcomeOf(get('key', store))
  database.transaction.mockImplementationOnce(() => {
    throw new DOMException('', 'InvalidStateError')
  })
  expect(await outcomeOf(get('key', store))).toEqual({ value: undefined })
})
