import { get, set } from 'idb-keyval'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDeviceStore, onStoreRecovered } from './deviceStore.ts'
import { TimeLimitError } from './timers.ts'

/** Browsers that fail to open a database. tests/browser/browser-faults.spec.ts uses a real one. */

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const forbidden = () => new DOMException('', 'SecurityError')

/** A database with one store that responds to each request in the next task. */
function workingDatabase() {
  const values = new Map<string, unknown>()
  const respond = (result?: unknown) => {
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
          return Object.assign(respond(), { commit() {}, abort() {} })
        },
        get: (key: string) => respond(values.get(key)),
        put: (value: unknown, key: string) => values.set(key, value),
      }),
    })),
  }
  return { database, values, open: () => respond(database) }
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
    'responds with an error',
    {
      open() {
        const request = { error: forbidden(), onerror: () => undefined }
        setTimeout(() => request.onerror())
        return request
      },
    },
  ],
])('rejects the operation and tries again with the next one if IndexedDB %s', async (_, indexedDB) => {
  vi.stubGlobal('indexedDB', indexedDB)
  const store = createDeviceStore('database', 'store')
  expect(await outcomeOf(get('key', store))).toHaveProperty('error')
  expect(store.isUnresponsive()).toBe(false)

  const { open } = workingDatabase()
  vi.stubGlobal('indexedDB', { open })
  await outcomeOf(set('key', '글', store))
  expect(await outcomeOf(get('key', store))).toEqual({ value: '글' })
})

test('rejects if the getter of IndexedDB throws', async () => {
  Object.defineProperty(globalThis, 'indexedDB', {
    configurable: true,
    get() {
      throw forbidden()
    },
  })
  expect(await outcomeOf(get('key', createDeviceStore('database', 'store')))).toHaveProperty('error')
  Reflect.deleteProperty(globalThis, 'indexedDB')
})

test('waits once for an unresponsive store, and opens a new connection later', async () => {
  const open = vi.fn<() => object>(() => ({}))
  vi.stubGlobal('indexedDB', { open })
  const store = createDeviceStore('database', 'store')
  expect(await outcomeOf(get('key', store))).toEqual({ error: expect.any(TimeLimitError) })
  expect(store.isUnresponsive()).toBe(true)

  const { error } = await get('key', store).catch(error => ({ error }))
  expect(error).toBeInstanceOf(TimeLimitError)
  expect(open).toHaveBeenCalledTimes(1)

  open.mockImplementation(workingDatabase().open)
  await vi.advanceTimersByTimeAsync(15_000)
  expect(await outcomeOf(get('key', store))).toEqual({ value: undefined })
  expect(store.isUnresponsive()).toBe(false)
})

test('notifies about a late response, and aborts the operation that was rejected', async () => {
  const { database, values } = workingDatabase()
  const opening: { result: unknown; onsuccess?: () => void } = { result: database }
  vi.stubGlobal('indexedDB', { open: () => opening })
  const store = createDeviceStore('database', 'store')
  const onRecovered = vi.fn()
  const unsubscribe = onStoreRecovered(onRecovered)
  expect(await outcomeOf(set('key', '옛글', store))).toEqual({ error: expect.any(TimeLimitError) })

  opening.onsuccess?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(onRecovered).toHaveBeenCalledOnce()
  expect(values.has('key')).toBe(false)
  await outcomeOf(set('key', '새 글', store))
  expect(values.get('key')).toBe('새 글')
  unsubscribe()
})

test.each(['onclose', 'onversionchange'] as const)('opens a new connection after %s', async event => {
  const { database, open } = workingDatabase()
  const opened = vi.fn(open)
  vi.stubGlobal('indexedDB', { open: opened })
  const store = createDeviceStore('database', 'store')
  await outcomeOf(get('key', store))
  database[event]?.()
  expect(await outcomeOf(get('key', store))).toEqual({ value: undefined })
  expect(opened).toHaveBeenCalledTimes(2)
})

test('opens a new connection if the old one was closed without an event', async () => {
  const { database, open } = workingDatabase()
  vi.stubGlobal('indexedDB', { open: vi.fn(open) })
  const store = createDeviceStore('database', 'store')
  await outcomeOf(get('key', store))
  database.transaction.mockImplementationOnce(() => {
    throw new DOMException('', 'InvalidStateError')
  })
  expect(await outcomeOf(get('key', store))).toEqual({ value: undefined })
})
