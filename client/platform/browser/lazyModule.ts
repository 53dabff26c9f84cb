import { LAZY_PART_TIMEOUT_MS } from '#protocol/limits.ts'
import { announceOnline } from './backOnline.ts'
import { FileOutdated } from './preloadChunks.ts'

/** Pauses, in milliseconds, before a part is asked for again: a lost network is often back by then. */
const PAUSES_MS = [500, 2_000]

export class LazyPartFailed extends Error {
  override name = 'LazyPartFailed'

  /** Whether the page has to be reloaded, since the same request fails again. */
  get needsReload(): boolean {
    return this.cause instanceof FileOutdated
  }
}

/** The load state of a part. While the first load is pending it has neither. A retry keeps the failure, so that its message stays. */
export type Arrival<Part> = { part?: Part; failure?: unknown; isRetrying?: boolean }

/** A part of the client in a file of its own, which may be fetched before it is needed. */
export interface LazyModule<Part> {
  /** Fetches it, once, and again after a failure. Rejects with LazyPartFailed. */
  load(): Promise<Part>
  arrival(): Arrival<Part>
  subscribe(tell: () => void): () => void
}

/** `fetch` imports the file. A failure stands as long as somebody waits for the part: whoever comes later tries again. */
export function lazyModule<Part>(fetch: () => Promise<Part>): LazyModule<Part> {
  const listeners = new Set<() => void>()
  let arrival: Arrival<Part> = {}
  let coming: Promise<Part> | undefined

  function settle(next: Arrival<Part>) {
    arrival = next
    for (const tell of listeners) tell()
  }

  async function fetchNow(): Promise<Part> {
    const isRetry = arrival.failure !== undefined
    try {
      const part = await loadPatiently(fetch)
      settle({ part })
      // Other parts that failed can probably be loaded as well.
      if (isRetry) announceOnline()
      return part
    } catch (failure) {
      coming = undefined
      if (listeners.size > 0) settle({ failure })
      throw failure
    }
  }

  return {
    load() {
      if (coming === undefined) {
        coming = fetchNow()
        if (arrival.failure !== undefined) settle({ ...arrival, isRetrying: true })
      }
      return coming
    },
    arrival: () => arrival,
    subscribe(tell) {
      listeners.add(tell)
      return () => {
        listeners.delete(tell)
        if (listeners.size === 0 && arrival.failure !== undefined) arrival = {}
      }
    },
  }
}

/** Loads a part of the client, trying again after a failure. Throws LazyPartFailed when it does not come in time. */
export async function loadPatiently<Part>(load: () => Promise<Part>): Promise<Part> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new LazyPartFailed('timed out')), LAZY_PART_TIMEOUT_MS)
  })
  try {
    return await Promise.race([loadAgain(load), timeout])
  } finally {
    clearTimeout(timer)
  }
}

async function loadAgain<Part>(load: () => Promise<Part>): Promise<Part> {
  for (const pause of PAUSES_MS) {
    try {
      return await load()
    } catch {
      await new Promise(resolve => setTimeout(resolve, pause))
    }
  }
  try {
    return await load()
  } catch (cause) {
    throw new LazyPartFailed('failed to load', { cause })
  }
}
