import { withTimeLimit } from '#client/platform/browser/timers.ts'

/**
 * Wrapper for Web Locks. The browser releases the locks of a page that closes or crashes. If locks are unavailable, as without TLS, every
 * lock is granted at once and locks of other pages are unknown.
 */

let isUnavailable = false

function lockManager(): LockManager | undefined {
  if (isUnavailable) return undefined
  try {
    return navigator.locks ?? undefined
  } catch {
    return undefined
  }
}

let probe: Promise<void> | undefined

/** Rejects if the browser does not answer a shared lock request. A request for a held lock cannot tell, because it may wait. */
function probeLocks(locks: LockManager): Promise<void> {
  probe ??= withTimeLimit(() =>
    locks.request('geulmaru-probe', { mode: 'shared', ifAvailable: true }, () => undefined),
  )
  return probe
}

/** Names of the locks that this page holds. */
const ownLocks: string[] = []

/** Acquires a lock as soon as it is free, and holds it until release or the end of the page. Returns the release function. */
export function holdLock(name: string, onAcquired: () => void = () => undefined): () => void {
  const releaseController = new AbortController()
  const { signal } = releaseController
  const release = new Promise<void>(resolve => signal.addEventListener('abort', () => resolve()))
  let isAcquired = false

  function acquire() {
    if (isAcquired || signal.aborted) return
    isAcquired = true
    ownLocks.push(name)
    signal.addEventListener('abort', () => ownLocks.splice(ownLocks.indexOf(name), 1))
    onAcquired()
  }

  function acquireWithoutLock() {
    if (!isAcquired && !signal.aborted) isUnavailable = true
    acquire()
  }

  const locks = lockManager()
  if (!locks) acquire()
  else {
    probeLocks(locks).catch(acquireWithoutLock)
    toPromise(() =>
      locks.request(name, { signal }, () => {
        acquire()
        return release
      }),
    ).catch(acquireWithoutLock)
  }
  return () => releaseController.abort()
}

async function toPromise<Result>(request: () => Promise<Result>): Promise<Result> {
  return request()
}

/** Whether the lock is held and stays held for `ms` milliseconds. */
export async function isLockHeld(name: string, ms: number): Promise<boolean> {
  const locks = lockManager()
  if (!locks) return ownLocks.includes(name)
  try {
    // A late answer of a busy browser does not mean that the lock is held.
    const isFree = await withTimeLimit(() =>
      locks.request(name, { mode: 'shared', ifAvailable: true }, lock => lock !== null),
    )
    if (isFree) return false
  } catch {
    isUnavailable = true
    return ownLocks.includes(name)
  }
  try {
    const signal = AbortSignal.timeout(ms)
    await withTimeLimit(() => locks.request(name, { mode: 'shared', signal }, () => undefined))
    return false
  } catch {
    return true
  }
}
