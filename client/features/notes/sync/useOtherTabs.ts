import { useEffect, useState } from 'react'
import { openChannel } from '#client/platform/browser/broadcast.ts'
import { makeRequestKey } from '#client/platform/browser/requestKey.ts'
import { holdLock, onLockFree } from './note.locks.ts'

/** Message between tabs about the notes that they edit. */
type PresenceMessage = { is: 'open' | 'alsoOpen' | 'closed'; what: string; tab: string }

interface PresenceOptions {
  /** Identifies the note and the user. */
  what: string
  /** Identifies the editor of this tab. */
  tab: string
  /** Called when other tabs start or stop editing the note. */
  onChange: (hasOthers: boolean) => void
}

const lockOf = (tab: string) => `geulmaru-writing/${tab}`

/**
 * Announces to other tabs that this tab edits a note, and detects tabs that edit it too. The lock of a tab detects its crash. Returns the
 * function that ends the announcement.
 */
export function announceEditing({ what, tab, onChange }: PresenceOptions): () => void {
  const channel = openChannel<PresenceMessage>('geulmaru-writing')
  if (channel === null) return () => undefined
  const otherTabs = new Set<string>()
  const aborter = new AbortController()
  let isAnnounced = false
  const post = (is: PresenceMessage['is']) => channel.post({ is, what, tab })

  function addTab(other: string) {
    if (otherTabs.has(other)) return
    otherTabs.add(other)
    if (otherTabs.size === 1) onChange(true)
    onLockFree(lockOf(other), aborter.signal, () => removeTab(other))
  }

  function removeTab(other: string) {
    if (otherTabs.delete(other) && otherTabs.size === 0) onChange(false)
  }

  channel.onMessage(message => {
    if (message.what !== what) return
    if (message.is === 'closed') removeTab(message.tab)
    else addTab(message.tab)
    if (message.is === 'open' && isAnnounced) post('alsoOpen')
  })
  // Announce only after acquiring the lock, because other tabs watch it.
  const release = holdLock(lockOf(tab), () => {
    isAnnounced = true
    post('open')
  })
  return () => {
    post('closed')
    aborter.abort()
    release()
    channel.close()
  }
}

/** Whether another tab of this browser edits the same note. */
export function useOtherTabs(userNo: number, noteNo: number | null): boolean {
  const [hasOthers, setHasOthers] = useState(false)
  useEffect(() => {
    if (noteNo === null) return
    let stop: (() => void) | null = null
    const start = () => {
      stop ??= announceEditing({
        what: `${userNo}/note/${noteNo}`,
        tab: makeRequestKey(),
        onChange: setHasOthers,
      })
    }
    const end = () => {
      stop?.()
      stop = null
      setHasOthers(false)
    }
    start()
    // The back-forward cache may restore the page.
    const aborter = new AbortController()
    window.addEventListener('pagehide', end, aborter)
    window.addEventListener('pageshow', start, aborter)
    return () => {
      aborter.abort()
      end()
    }
  }, [userNo, noteNo])
  return hasOthers
}
