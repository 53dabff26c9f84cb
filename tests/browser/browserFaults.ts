import type { Page } from '@playwright/test'

/**
 * The simulated fault. `silent`: requests never settle. `aborts`, `stalls`: IndexedDB opens, but its transactions
 * abort or never end.
 */
export type Fault =
  | 'missing'
  | 'null'
  | 'forbidden'
  | 'throws'
  | 'rejects'
  | 'silent'
  | 'full'
  | 'aborts'
  | 'stalls'

/** Breaks every browser API that the product uses to store, copy or compute. Call it before the first navigation. */
export async function breakBrowser(page: Page, fault: Fault): Promise<void> {
  await page.addInitScript(fault => {
    const securityError = () => new DOMException('broken by a test', 'SecurityError')
    const places: [owner: object, name: string][] = [
      [window, 'indexedDB'],
      [window, 'localStorage'],
      [window, 'sessionStorage'],
      [window, 'caches'],
      [window, 'BroadcastChannel'],
      [window, 'Worker'],
      [window, 'Notification'],
      [navigator, 'locks'],
      [navigator, 'serviceWorker'],
      [navigator, 'clipboard'],
      [navigator, 'storage'],
      [navigator, 'permissions'],
      [crypto, 'subtle'],
    ]
    const getters: Partial<Record<typeof fault, () => unknown>> = {
      missing: () => undefined,
      null: () => null,
      forbidden() {
        throw securityError()
      },
    }
    const get = getters[fault]
    if (get) {
      // No browser forbids `crypto.subtle`, which others read when they are loaded.
      const broken = fault === 'forbidden' ? places.filter(([owner]) => owner !== crypto) : places
      for (const [owner, name] of broken) Object.defineProperty(owner, name, { configurable: true, get })
      return
    }

    const replace = (prototype: object, names: string[], value: (...args: never[]) => unknown) => {
      for (const name of names)
        Object.defineProperty(prototype, name, { configurable: true, writable: true, value })
    }
    if (fault === 'aborts' || fault === 'stalls') {
      const createTransaction = IDBDatabase.prototype.transaction
      replace(IDBDatabase.prototype, ['transaction'], function (this: IDBDatabase, ...args) {
        const transaction = createTransaction.apply(
          this,
          args as unknown as Parameters<typeof createTransaction>,
        )
        if (fault === 'aborts') {
          queueMicrotask(() => transaction.abort())
          return transaction
        }
        const request = new Proxy({}, { get: () => undefined })
        const store = new Proxy({}, { get: (_, name) => (name === 'transaction' ? stalled : () => request) })
        const stalled: object = { objectStore: () => store, commit: () => undefined, abort: () => undefined }
        return stalled
      })
      return
    }
    if (fault === 'full') {
      const full = () => {
        throw new DOMException('no room', 'QuotaExceededError')
      }
      replace(Storage.prototype, ['setItem'], full)
      replace(IDBObjectStore.prototype, ['put', 'add'], full)
      return
    }

    const never = () => new Promise(() => undefined)
    const answers = {
      throws() {
        throw securityError()
      },
      rejects: () => Promise.reject(securityError()),
      silent: never,
    }
    const answer = answers[fault as keyof typeof answers]
    replace(LockManager.prototype, ['request', 'query'], answer)
    replace(Clipboard.prototype, ['write', 'writeText'], answer)
    replace(SubtleCrypto.prototype, ['digest'], answer)
    replace(CacheStorage.prototype, ['open', 'match', 'keys'], answer)
    replace(ServiceWorkerContainer.prototype, ['register', 'getRegistration', 'getRegistrations'], answer)
    if (fault === 'silent') Object.defineProperty(navigator.serviceWorker, 'ready', { get: never })
    replace(StorageManager.prototype, ['persist', 'persisted', 'estimate'], answer)
    replace(Permissions.prototype, ['query'], answer)
    replace(Notification, ['requestPermission'], answer)
    // These APIs do not return promises.
    replace(IDBFactory.prototype, ['open'], () => {
      if (fault === 'throws') throw securityError()
      const request = { onerror: () => undefined, error: securityError() }
      if (fault === 'rejects') setTimeout(() => request.onerror())
      return request
    })
    replace(BroadcastChannel.prototype, ['postMessage'], () => {
      if (fault !== 'silent') throw securityError()
    })
    class BrokenWorker extends EventTarget {
      constructor() {
        super()
        if (fault === 'throws') throw securityError()
        if (fault === 'rejects')
          setTimeout(() => (this as unknown as Worker).onerror?.(new ErrorEvent('error')))
      }
      postMessage() {}
      terminate() {}
    }
    Object.defineProperty(window, 'Worker', { value: BrokenWorker })
    if (fault === 'throws') replace(Storage.prototype, ['getItem', 'setItem', 'removeItem'], answer)
  }, fault)
}

/** Delays every opening of IndexedDB until `releaseIndexedDb`. Call it before the first navigation. */
export async function blockIndexedDb(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const pending: (() => void)[] = []
    const open = IDBFactory.prototype.open
    let isBlocked = true
    Object.defineProperty(window, 'releaseStore', {
      value() {
        isBlocked = false
        for (const createTransaction of pending.splice(0)) createTransaction()
      },
    })
    IDBFactory.prototype.open = function (...args) {
      if (!isBlocked) return open.apply(this, args)
      const late = {} as Record<string, unknown>
      pending.push(() => {
        const request = open.apply(this, args)
        for (const name of ['onupgradeneeded', 'onsuccess', 'onerror'] as const)
          request[name] = (event: Event) => {
            if (name !== 'onerror') late.result = request.result
            ;(late[name] as ((event: Event) => void) | undefined)?.(event)
          }
      })
      return late as unknown as IDBOpenDBRequest
    }
  })
}

export const releaseIndexedDb = (page: Page) =>
  page.evaluate(() => (window as unknown as { releaseStore: () => void }).releaseStore())

/** Navigates inside the app like a link, so that the page keeps its state. */
export async function navigateInApp(page: Page, address: string): Promise<void> {
  await page.evaluate(to => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, address)
}
