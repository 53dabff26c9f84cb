import type { Page } from '@playwright/test'

/** Breaks parts of the browser as private windows, policies and full disks do. */

/** `silent`: what is asked never answers. `aborts`, `stalls`: IndexedDB opens, and its transactions abort or never end. */
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

/** Before the page goes anywhere. What the product may use of the browser to keep, copy or compute something is broken. */
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
      for (const [owner, name] of places) Object.defineProperty(owner, name, { configurable: true, get })
      return
    }

    const replace = (prototype: object, names: string[], value: (...args: never[]) => unknown) => {
      for (const name of names)
        Object.defineProperty(prototype, name, { configurable: true, writable: true, value })
    }
    if (fault === 'aborts' || fault === 'stalls') {
      const begin = IDBDatabase.prototype.transaction
      replace(IDBDatabase.prototype, ['transaction'], function (this: IDBDatabase, ...args) {
        const transaction = begin.apply(this, args as unknown as Parameters<typeof begin>)
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
    // These have no promises.
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

/** Before the page goes anywhere: IndexedDB opens nothing until the page's `releaseStore` is called. */
export async function holdStore(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const waiting: (() => void)[] = []
    const open = IDBFactory.prototype.open
    let isHeld = true
    Object.defineProperty(window, 'releaseStore', {
      value() {
        isHeld = false
        for (const begin of waiting.splice(0)) begin()
      },
    })
    IDBFactory.prototype.open = function (...args) {
      if (!isHeld) return open.apply(this, args)
      const late = {} as Record<string, unknown>
      waiting.push(() => {
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

export const releaseStore = (page: Page) =>
  page.evaluate(() => (window as unknown as { releaseStore: () => void }).releaseStore())

/** Leads to another screen as a link of the product does: what the page holds stays. */
export async function visit(page: Page, address: string): Promise<void> {
  await page.evaluate(to => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, address)
}
