import { getDefaultStore } from 'jotai'
import { holdLock, isLockHeld } from '#client/features/documents/locks.ts'
import { makeRequestKey } from '#client/platform/browser/requestKey.ts'
import { tabStorage } from '#client/platform/browser/storage.ts'
import type { Auth } from '#client/session/session.ts'
import { readTabCopy, tabsWithCopy, writeTabCopy } from '#client/session/tabCopies.ts'
import { type Outboxes, outboxAtom, outboxesOf } from './comments.outbox.ts'

type Owner = Pick<Auth, 'userNo' | 'epoch'>

interface TabCopy extends Owner {
  outboxes: Outboxes
}

/** A reloading or closing tab releases its lock within this time. */
const LOCK_RELEASE_MS = 500
const TAB_ID_KEY = 'tab_id'

const store = getDefaultStore()
const lockOf = (tabId: string) => `geulmaru-comments/${tabId}`

/**
 * Copies the unsent comments of this tab to local storage, and takes over those of tabs that were closed; then calls `onTaken`. Returns
 * the function that ends this.
 */
export function startTabCopies(owner: Owner, onTaken: () => void): () => void {
  const tabId = tabStorage.getItem(TAB_ID_KEY) ?? makeRequestKey()
  tabStorage.setItem(TAB_ID_KEY, tabId)
  const releaseLock = holdLock(lockOf(tabId))
  const write = () => writeTabCopy(tabId, copyOf(owner))
  const unsubscribe = store.sub(outboxAtom, write)
  let hasEnded = false
  write()
  void takeClosedTabs(tabId, owner, () => hasEnded).then(isTaken => isTaken && !hasEnded && onTaken())
  return () => {
    hasEnded = true
    unsubscribe()
    releaseLock()
  }
}

function copyOf({ userNo, epoch }: Owner): TabCopy | null {
  const outboxes = outboxesOf(store.get(outboxAtom), userNo)
  return Object.keys(outboxes).length === 0 ? null : { userNo, epoch, outboxes }
}

/** Returns whether there were any. Unsent text in a thread where this tab has some as well waits for another tab. */
async function takeClosedTabs(ownTabId: string, owner: Owner, hasEnded: () => boolean): Promise<boolean> {
  let isAnyTaken = false
  for (const tabId of tabsWithCopy()) {
    if (tabId === ownTabId || (await isLockHeld(lockOf(tabId), LOCK_RELEASE_MS))) continue
    if (hasEnded()) return isAnyTaken
    // Without a pause from here on, so that two tabs do not take the same copy.
    const copy = readTabCopy<TabCopy>(tabId)
    const all = store.get(outboxAtom)
    const isOwn = copy?.userNo === owner.userNo && copy.epoch === owner.epoch
    if (isOwn && Object.keys(copy.outboxes).some(key => key in all)) continue
    writeTabCopy(tabId, null)
    if (!isOwn) continue
    store.set(outboxAtom, { ...copy.outboxes, ...all })
    isAnyTaken = true
  }
  return isAnyTaken
}
