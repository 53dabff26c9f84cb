import { promisifyRequest, type UseStore } from 'idb-keyval'
import { TimedOut, withTimeLimit } from './timeLimit.ts'

/**
 * The client's only way to IndexedDB. A browser may have none, refuse it, lose its connection or never answer: then an operation
 * rejects, at the latest after the time limit, and the page goes on without the store.
 */

/** A store for idb-keyval's functions. */
export interface DeviceStore extends UseStore {
  /** Whether it has not answered in time. What it holds is unknown then. */
  isSilent: () => boolean
}

/** A silent store is not asked again before that, in milliseconds, so that the page waits once and not for each operation. */
const ASKED_AGAIN_AFTER_MS = 15_000

const recoveryListeners = new Set<() => void>()

/** Calls back whenever a silent store has answered after all. Returns the unsubscribe function. */
export function onStoreRecovered(listener: () => void): () => void {
  recoveryListeners.add(listener)
  return () => {
    recoveryListeners.delete(listener)
  }
}

export function createDeviceStore(databaseName: string, storeName: string): DeviceStore {
  let connection: Promise<IDBDatabase> | undefined
  /** Milliseconds since 1970; null while it answers. */
  let silentUntil: number | null = null

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
      // Somebody deletes the database; it would wait for this connection.
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
      // Not every browser tells of a connection that it has closed.
      if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error
      connection = undefined
      return (await connect()).transaction(storeName, mode).objectStore(storeName)
    }
  }

  function noteAnswer(): void {
    if (silentUntil === null) return
    silentUntil = null
    for (const listener of [...recoveryListeners]) listener()
  }

  function noteSilence(): void {
    silentUntil = Date.now() + ASKED_AGAIN_AFTER_MS
  }

  async function run<Result>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => Result | PromiseLike<Result>,
  ): Promise<Result> {
    if (silentUntil !== null) {
      if (Date.now() < silentUntil) throw new TimedOut()
      // A lost connection never answers; only this operation tries another one.
      connection = undefined
      noteSilence()
    }
    let isGivenUp = false
    let transaction: IDBTransaction | undefined
    const done = begin(mode).then(store => {
      if (isGivenUp) {
        // Whoever asked has been told that it failed.
        store.transaction.abort()
        noteAnswer()
        throw new TimedOut()
      }
      transaction = store.transaction
      return work(store)
    })
    done.then(noteAnswer, () => undefined)
    try {
      return await withTimeLimit(() => done)
    } catch (error) {
      if (error instanceof TimedOut) {
        isGivenUp = true
        noteSilence()
        abort(transaction)
      }
      throw error
    }
  }

  return Object.assign(run, { isSilent: () => silentUntil !== null })
}

function abort(transaction: IDBTransaction | undefined): void {
  try {
    transaction?.abort()
  } catch {
    // It is being committed.
  }
}
