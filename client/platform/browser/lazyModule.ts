import { LAZY_PART_TIMEOUT_MS } from '#protocol/limits.ts'
import { notifyOnline } from './backOnline.ts'
import { OutdatedFileError } from './preloadChunks.ts'
import { withTimeout } from './timers.ts'

/** Delays before the retries, in milliseconds. */
const RETRY_DELAYS_MS = [500, 2_000]

export class LazyLoadError extends Error {
  override name = 'LazyLoadError'

  /** Whether only a reload of the page helps, because a retry would fail again. */
  get needsReload(): boolean {
    return this.cause instanceof OutdatedFileError
  }
}

/** During the first load it is empty. During a retry it keeps the failure, so that the message stays. */
export type LoadState<Part> = { part?: Part; failure?: unknown; isRetrying?: boolean }

/** A module of the client that is loaded on demand, or prefetched. */
export interface LazyModule<Part> {
  /** Loads the module once, and again after a failure. Rejects with LazyLoadError. */
  load(): Promise<Part>
  loadState(): LoadState<Part>
  subscribe(listener: () => void): () => void
}

/** `fetch` imports the file. A failure is kept as long as there are subscribers; without any, the next load starts afresh. */
export function lazyModule<Part>(fetch: () => Promise<Part>): LazyModule<Part> {
  const listeners = new Set<() => void>()
  let loadState: LoadState<Part> = {}
  let pending: Promise<Part> | undefined

  function setState(next: LoadState<Part>) {
    loadState = next
    for (const listener of listeners) listener()
  }

  async function fetchNow(): Promise<Part> {
    const isRetry = loadState.failure !== undefined
    try {
      const part = await loadWithTimeout(fetch)
      setState({ part })
      // Other failed modules can probably be loaded as well.
      if (isRetry) notifyOnline()
      return part
    } catch (failure) {
      pending = undefined
      if (listeners.size > 0) setState({ failure })
      throw failure
    }
  }

  return {
    load() {
      if (pending === undefined) {
        pending = fetchNow()
        if (loadState.failure !== undefined) setState({ ...loadState, isRetrying: true })
      }
      return pending
    },
    loadState: () => loadState,
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0 && loadState.failure !== undefined) loadState = {}
      }
    },
  }
}

/** Loads a module and retries after a failure. Throws LazyLoadError if all attempts fail or the time-out passes. */
export function loadWithTimeout<Part>(load: () => Promise<Part>): Promise<Part> {
  return withTimeout(loadWithRetries(load), LAZY_PART_TIMEOUT_MS, () => new LazyLoadError('timed out'))
}

async function loadWithRetries<Part>(load: () => Promise<Part>): Promise<Part> {
  for (const delay of RETRY_DELAYS_MS) {
    try {
      return await load()
    } catch {
      await new Promise(resolve => setTimeout(resolve, delay))
    }
  }
  try {
    return await load()
  } catch (cause) {
    throw new LazyLoadError('failed to load', { cause })
  }
}
