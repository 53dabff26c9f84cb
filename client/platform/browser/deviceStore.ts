import { promisifyRequest, type UseStore } from 'idb-keyval'
import { TimeLimitError, withTimeLimit } from './timers.ts'

/**
 * The only access to IndexedDB. A browser may have none, refuse it, lose the connection or never respond. Then an operation rejects,
 * within the time limit, and the page continues without the store.
 */

/** A store for idb-keyval's functions. */
export interface DeviceStore extends UseStore {
  /** Whether the last operation timed out. The content of the store is unknown then. */
  isUnresponsive: () => boolean
}

/** In milliseconds. Until then an unresponsive store rejects every operation, so that the page does not wait for each one. */
const RETRY_AFTER_MS = 15_000

const recoveryListeners = new Set<() => void>()

/** Subscribes to the recovery of unresponsive stores. Returns the unsubscribe function. */
export function onStoreRecovered(listener: () => void): () => void {
  recoveryListeners.add(listener)
  return () => {
    recoveryListeners.delete(listener)
  }
}

export function createDeviceStore(databaseName: string, storeName: string): DeviceStore {
  let connection: Promise<IDBDatabase> | undefined
  /** Milliseconds since 1970; null while the store responds. */
  let retryAt: number | null = null

  function connect(): Promise<IDBDatabase> {
    connection ??= open()
    return connection
  }

  function open(): Promise<IDBDatabase> {
    const request = indexedDB.open(databaseName)
    request.onupgradeneeded = () => request.result.createObjectStore(storeName)
    const opened = promisifyRequest(request)
    const forget = () => {
      if (connection === opened) connection = undefined
    }
    opened.then(database => {
      database.onclose = forget
      // The database is being deleted, which would wait for this connection.
      database.onversionchange = () => {
        forget()
        database.close()
      }
      if (connection !== opened) database.close()
    }, forget)
    return opened
  }

  async function begin(mode: IDBTransactionMode): Promise<IDBObjectStore> {
    try {
      return (await connect()).transaction(storeName, mode).objectStore(storeName)
    } catch (error) {
      // Not every browser fires `close` when it closes a connection.
      if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error
      connection = undefined
      return (await connect()).transaction(storeName, mode).objectStore(storeName)
    }
  }

  function markResponsive(): void {
    if (retryAt === null) return
    retryAt = null
    for (const listener of [...recoveryListeners]) listener()
  }

  function markUnresponsive(): void {
    retryAt = Date.now() + RETRY_AFTER_MS
  }

  async function run<Result>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => Result | PromiseLike<Result>,
  ): Promise<Result> {
    if (retryAt !== null) {
      if (Date.now() < retryAt) throw new TimeLimitError()
      // A lost connection never responds, so only this operation tries a new one.
      connection = undefined
      markUnresponsive()
    }
    let hasTimedOut = false
    let transaction: IDBTransaction | undefined
    const done = begin(mode).then(store => {
      if (hasTimedOut) {
        // The caller has already received the rejection.
        store.transaction.abort()
        markResponsive()
        throw new TimeLimitError()
      }
      transaction = store.transaction
      return work(store)
    })
    done.then(markResponsive, () => undefined)
    try {
      return await withTimeLimit(() => done)
    } catch (error) {
      if (error instanceof TimeLimitError) {
        hasTimedOut = true
        markUnresponsive()
        abort(transaction)
      }
      throw error
    }
  }

  return Object.assign(run, { isUnresponsive: () => retryAt !== null })
}

function abort(transaction: IDBTransaction | undefined): void {
  try {
    transaction?.abort()
  } catch {
    // The transaction is being committed.
  }
}
