import { readStored, storedKeys, writeStored } from '#client/platform/browser/storage.ts'

/**
 * Copies of unsent texts, one per tab, in local storage. Session storage ends with the tab, and a phone ends an installed app whenever it
 * needs memory. Only for "remember me" sessions. Signing out erases the copies; if the server ends the session, they wait for their user.
 */

const PREFIX = 'unsent_of_tab/'

/** Null deletes the copy. */
export function writeTabCopy(tabId: string, copy: object | null): void {
  const isStored = writeStored(PREFIX + tabId, copy && JSON.stringify(copy))
  // An earlier copy would bring back texts that have been sent.
  if (!isStored) writeStored(PREFIX + tabId, null)
}

export function tabsWithCopy(): string[] {
  return storedKeys(PREFIX).map(key => key.slice(PREFIX.length))
}

/** Null if there is none. */
export function readTabCopy<Copy extends object>(tabId: string): Copy | null {
  try {
    const copy: unknown = JSON.parse(readStored(PREFIX + tabId) ?? 'null')
    return typeof copy === 'object' ? (copy as Copy | null) : null
  } catch {
    return null
  }
}

export function eraseTabCopies(): void {
  for (const tabId of tabsWithCopy()) writeTabCopy(tabId, null)
}
