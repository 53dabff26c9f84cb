import { getDefaultStore } from 'jotai'
import { holdLock, isLockHeld } from '#client/features/documents/locks.ts'
import { makeRequestKey } from '#client/platform/browser/requestKey.ts'
import { tabStorage } from '#client/platform/browser/storage.ts'
import type { Auth } from '#client/session/session.ts'
import { readTabCopy, tabsWithCopy, writeTabCopy } from '#client/session/tabCopies.ts'
import { type Outboxes, outboxAtom, outboxesOf, withClosedTab } from './comments.outbox.ts'

type Owner = Pick<Auth, 'userNo' | 'epoch'>

interface TabCopy extends Owner {
  outboxes: Outboxes
}

/** A reloading or closing tab releases its lock within this time. */
const LOCK_RELEASE_MS = 500
const TAB_ID_KEY = 'tab_id'

/** A new one per page, because a duplicated tab begins with the session storage of the other one. */
const TAB_ID = makeRequestKey()
/** Of the page before a reload, or of the tab that was duplicated. */
const EARLIER_TAB_ID = tabStorage.getItem(TAB_ID_KEY)
tabStorage.setItem(TAB_ID_KEY, TAB_ID)

const store = getDefaultStore()
const lockOf = (tabId: string) => `geulmaru-comments/${tabId}`

/**
 * Takes over what tabs that were closed have not sent; then calls `onTaken`. In a "remember me" session also copies the unsent comments of
 * this tab to local storage. Returns the function that ends this.
 */
export function startTabCopies(
  owner: Owner,
  { rememberMe, onTaken }: { rememberMe: boolean; onTaken: () => void },
): () => void {
  const stopCopying = rememberMe ? keepCopy(owner) : () => undefined
  if (!rememberMe) writeTabCopy(TAB_ID, null)
  let hasEnded = false
  void takeClosedTabs(owner, {
    lockReleaseMs: LOCK_RELEASE_MS,
    isStart: true,
    hasEnded: () => hasEnded,
  }).then(isTaken => isTaken && !hasEnded && onTaken())
  return () => {
    hasEnded = true
    stopCopying()
  }
}

function keepCopy(owner: Owner): () => void {
  const releaseLock = holdLock(lockOf(TAB_ID))
  const write = () => writeTabCopy(TAB_ID, copyOf(owner))
  const unsubscribe = store.sub(outboxAtom, write)
  write()
  return () => {
    unsubscribe()
    releaseLock()
  }
}

/**
 * Takes over the unsent comments of tabs that were closed after this one was opened. Returns whether there were any. Drafts wait for the
 * next tab, because a tab that reloads looks closed.
 */
export function takeCommentsOfClosedTabs(owner: Owner): Promise<boolean> {
  return takeClosedTabs(owner, { lockReleaseMs: 0, isStart: false, hasEnded: () => false })
}

function copyOf({ userNo, epoch }: Owner): TabCopy | null {
  const outboxes = outboxesOf(store.get(outboxAtom), userNo)
  return Object.keys(outboxes).length === 0 ? null : { userNo, epoch, outboxes }
}

interface TakeOptions {
  /** How long a lock may still be held by a tab that is closing. */
  lockReleaseMs: number
  /** The session starts in this page: takes drafts as well, and erases the copies of other users. */
  isStart: boolean
  hasEnded: () => boolean
}

/** Returns whether there was anything. A draft of a thread in whose box this tab has one as well waits for another tab. */
async function takeClosedTabs(
  owner: Owner,
  { lockReleaseMs, isStart, hasEnded }: TakeOptions,
): Promise<boolean> {
  let isAnyTaken = false
  await discardReloadedCopy()
  for (const tabId of tabsWithCopy()) {
    if (tabId === TAB_ID || (await isLockHeld(lockOf(tabId), lockReleaseMs))) continue
    if (hasEnded()) return isAnyTaken
    // Without a pause from here on, so that two tabs do not take the same copy.
    const copy = readTabCopy<TabCopy>(tabId)
    if (copy?.userNo !== owner.userNo || copy.epoch !== owner.epoch) {
      // A suspended tab may not know yet that another user has signed in.
      if (isStart) writeTabCopy(tabId, null)
      continue
    }
    const own = store.get(outboxAtom)
    const { all, left } = withClosedTab(own, copy.outboxes, { takesDrafts: isStart })
    if (all === own) continue
    writeTabCopy(tabId, Object.keys(left).length === 0 ? null : { ...copy, outboxes: left })
    store.set(outboxAtom, all)
    isAnyTaken = true
  }
  return isAnyTaken
}

let discarding: Promise<void> | undefined

/**
 * Once per page. Session storage has the texts of the page before a reload as well. A tab that was duplicated is still open: what it
 * writes from then on is only in its copy.
 */
function discardReloadedCopy(): Promise<void> {
  discarding ??= (async () => {
    if (EARLIER_TAB_ID === null || (await isLockHeld(lockOf(EARLIER_TAB_ID), LOCK_RELEASE_MS))) return
    writeTabCopy(EARLIER_TAB_ID, null)
  })()
  return discarding
}
