import { atom, getDefaultStore } from 'jotai'
import { onEvent } from '#client/live/eventBus.ts'
import { registerBeforeSignOut } from '#client/session/session.beforeSignOut.ts'
import { SHARE_TAKE_BACK_SECONDS } from '#protocol/limits.ts'

/** A note and the room it is shared in. */
export interface ShareTarget {
  noteNo: number
  hubNo: number
}

export interface PendingShare extends ShareTarget {
  /** Remaining time to undo. */
  secondsLeft: number
}

interface DelayedShare extends ShareTarget, ShareDelay {}

/** Pending shares of this tab on any screen, oldest first. */
export const pendingSharesAtom = atom<readonly PendingShare[]>([])

const delays = new Map<string, DelayedShare>()
const keyOf = ({ noteNo, hubNo }: ShareTarget) => `${noteNo} ${hubNo}`
export const isSame = (one: ShareTarget) => (other: ShareTarget) => keyOf(one) === keyOf(other)

/**
 * Shares a note after the undo delay, independent of the screen. Cancelled if the note is deleted or the
 * user leaves the room, which calls `onCancelled`.
 */
export function delayShare(sharing: ShareTarget, send: () => Promise<void>, onCancelled: () => void): void {
  const { noteNo, hubNo } = sharing
  cancelPendingShare(sharing)
  const cleanups = [
    onEvent('hub:removed', event => event.hubNo === hubNo && cancelAndNotify()),
    onEvent('note:deleted', event => event.noteNo === noteNo && cancelAndNotify()),
  ]
  function cancelAndNotify() {
    if (cancelPendingShare(sharing)) onCancelled()
  }
  function updateSecondsLeft(secondsLeft: number | null) {
    const store = getDefaultStore()
    const all = store.get(pendingSharesAtom)
    if (secondsLeft !== null)
      return store.set(pendingSharesAtom, withSeconds(all, { ...sharing, secondsLeft }))
    store.set(
      pendingSharesAtom,
      all.filter(other => !isSame(sharing)(other)),
    )
    delays.delete(keyOf(sharing))
    for (const cleanup of cleanups) cleanup()
  }
  delays.set(keyOf(sharing), { ...sharing, ...startShareDelay({ send, onTick: updateSecondsLeft }) })
}

/** Returns whether a share was pending. */
export function cancelPendingShare(sharing: ShareTarget): boolean {
  const delay = delays.get(keyOf(sharing))
  delay?.cancel()
  return delay !== undefined
}

export function sendPendingShare(sharing: ShareTarget): void {
  delays.get(keyOf(sharing))?.sendNow()
}

function withSeconds(all: readonly PendingShare[], pending: PendingShare): PendingShare[] {
  if (!all.some(isSame(pending))) return [...all, pending]
  return all.map(other => (isSame(pending)(other) ? pending : other))
}

const SECOND_MS = 1_000

interface ShareDelayParts {
  /** Called once unless cancelled. Resolves when the request has ended, whatever the result. */
  send: () => Promise<void>
  /** Called each second with the remaining seconds; null at the end. */
  onTick: (seconds: number | null) => void
}

export interface ShareDelay {
  sendNow(): void
  cancel(): void
}

/**
 * The time in which a share can be undone before anybody is notified. A page that is hidden or closed sends
 * at once, because it may not get another chance. Signing out sends, too, and waits for the request.
 */
export function startShareDelay({ send, onTick }: ShareDelayParts): ShareDelay {
  let secondsLeft = SHARE_TAKE_BACK_SECONDS
  let hasEnded = false
  let sending = Promise.resolve()

  function end() {
    hasEnded = true
    clearInterval(timer)
    document.removeEventListener('visibilitychange', sendWhenHidden)
    window.removeEventListener('pagehide', sendNow)
    onTick(null)
  }
  function cancel() {
    if (hasEnded) return
    end()
    allowSignOut()
  }
  function sendNow() {
    if (hasEnded) return
    end()
    sending = send().finally(allowSignOut)
  }
  function sendWhenHidden() {
    if (document.visibilityState === 'hidden') sendNow()
  }

  const timer = setInterval(() => {
    secondsLeft -= 1
    if (secondsLeft === 0) sendNow()
    else onTick(secondsLeft)
  }, SECOND_MS)
  document.addEventListener('visibilitychange', sendWhenHidden)
  window.addEventListener('pagehide', sendNow)
  const allowSignOut = registerBeforeSignOut(() => {
    sendNow()
    return sending
  })
  onTick(secondsLeft)
  return { sendNow, cancel }
}
