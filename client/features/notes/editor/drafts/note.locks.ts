import { withTimeLimit } from '#client/platform/browser/timeLimit.ts'

/**
 * Names that one page of this browser holds at a time: the client's only way to Web Locks. The browser lets go of them when the page
 * dies, however it dies. Where there are no locks, as on an address without TLS, or the browser refuses them or does not answer, nothing
 * is known of other pages.
 */

let isUnusable = false

function lockManager(): LockManager | undefined {
  if (isUnusable) return undefined
  try {
    return navigator.locks ?? undefined
  } catch {
    return undefined
  }
}

let probe: Promise<void> | undefined

/** Rejects if the browser does not answer even about a name that every page may have. One that waits for a held name says nothing. */
function expectAnswer(locks: LockManager): Promise<void> {
  probe ??= withTimeLimit(() =>
    locks.request('geulmaru-probe', { mode: 'shared', ifAvailable: true }, () => undefined),
  )
  return probe
}

/** By this page. */
const heldHere: string[] = []

/** Holds a name, once it is free, until it is let go or the page dies. Returns how to let go. */
export function hold(name: string, onHeld: () => void = () => undefined): () => void {
  const lettingGo = new AbortController()
  const { signal } = lettingGo
  const letGo = new Promise<void>(resolve => signal.addEventListener('abort', () => resolve()))
  let isHeld = false

  function begin() {
    if (isHeld || signal.aborted) return
    isHeld = true
    heldHere.push(name)
    signal.addEventListener('abort', () => heldHere.splice(heldHere.indexOf(name), 1))
    onHeld()
  }

  function beginWithoutLock() {
    if (!isHeld && !signal.aborted) isUnusable = true
    begin()
  }

  const locks = lockManager()
  if (!locks) begin()
  else {
    expectAnswer(locks).catch(beginWithoutLock)
    rejectIfThrown(() =>
      locks.request(name, { signal }, () => {
        begin()
        return letGo
      }),
    ).catch(beginWithoutLock)
  }
  return () => lettingGo.abort()
}

async function rejectIfThrown<Result>(request: () => Promise<Result>): Promise<Result> {
  return request()
}

/** Calls back as soon as nobody holds the name, unless the signal ends the waiting before. Never without locks. */
export function onceFree(name: string, signal: AbortSignal, tell: () => void): void {
  const locks = lockManager()
  if (locks)
    rejectIfThrown(() => locks.request(name, { mode: 'shared', signal }, tell)).catch(() => undefined)
}

/** Whether somebody holds the name and does not let go of it within so many milliseconds. */
export async function isHeldFor(name: string, ms: number): Promise<boolean> {
  const locks = lockManager()
  if (!locks) return heldHere.includes(name)
  try {
    // A busy browser answers late: that alone is no sign of anybody.
    const isFree = await withTimeLimit(() =>
      locks.request(name, { mode: 'shared', ifAvailable: true }, lock => lock !== null),
    )
    if (isFree) return false
  } catch {
    isUnusable = true
    return heldHere.includes(name)
  }
  try {
    const signal = AbortSignal.timeout(ms)
    await withTimeLimit(() => locks.request(name, { mode: 'shared', signal }, () => undefined))
    return false
  } catch {
    return true
  }
}
