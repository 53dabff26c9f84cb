import { atom, getDefaultStore } from 'jotai'
import { CallFailed } from '#client/platform/calls/callFailed.ts'
import type { ServerEventPayload } from '#protocol/events.ts'
import { SEEN_SEQS_MAX } from '#protocol/limits.ts'
import { hasSeen, type SeenInHub } from '#protocol/seen.ts'
import { onEvent } from './eventBus.ts'
import { setUnreadCounts } from './unread.cache.ts'

/** By hub number. */
export type SeenInHubs = ReadonlyMap<number, SeenInHub>

export const nothingSeen: SeenInHubs = new Map()

/** The higher revision wins. */
export function withSeenUpdate(known: SeenInHubs, update: ServerEventPayload<'unread:changed'>): SeenInHubs {
  const { readSeq, seen } = update
  if (readSeq === undefined || seen === undefined) return known
  if (update.revision <= (known.get(update.hubNo)?.revision ?? -1)) return known
  return new Map(known).set(update.hubNo, { ...update, readSeq, seen })
}

/** Clears `isNew` on notes that were seen since, in any tab. A seen note never becomes unseen. */
export function withoutSeen<Note extends { seq: number; isNew: boolean }>(
  notes: readonly Note[],
  seen: SeenInHub | undefined,
): Note[] {
  if (seen === undefined) return [...notes]
  return notes.map(note => (note.isNew && hasSeen(seen, note.seq) ? { ...note, isNew: false } : note))
}

/** The shares that the user has seen in each hub, in any tab, since this page was loaded. */
export const seenInHubsAtom = atom(nothingSeen)

/** Applies a response or event together with its unread count. */
export function applySeenUpdate(update: ServerEventPayload<'unread:changed'>): void {
  getDefaultStore().set(seenInHubsAtom, known => withSeenUpdate(known, update))
  setUnreadCounts([update])
}

/** Returns the unsubscribe function, which resets the atom. */
export function subscribeToSeen(): () => void {
  const store = getDefaultStore()
  const stop = onEvent('unread:changed', applySeenUpdate)
  return () => {
    stop()
    store.set(seenInHubsAtom, nothingSeen)
  }
}

/** Minimum interval between reports, in milliseconds. */
const REPORT_INTERVAL_MS = 1_000
/** First retry delay in milliseconds. It doubles up to the maximum. */
const RETRY_MS = 4_000
const RETRY_MAX_MS = 64_000

/**
 * Collects seen numbers and reports them: the first at once, the rest once a second. Failed reports are sent
 * with the next one, after a reconnect, or after a delay, because a request may fail on a working
 * connection.
 */
export function createSeenReporter(report: (numbers: number[]) => Promise<void>) {
  const pending = new Set<number>()
  const failed = new Set<number>()
  let throttleTimer: ReturnType<typeof setTimeout> | undefined
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let retryMs = RETRY_MS
  let hasFinished = false

  function send(): void {
    const numbers = [...pending, ...failed].slice(0, SEEN_SEQS_MAX)
    for (const number of numbers) {
      pending.delete(number)
      failed.delete(number)
    }
    report(numbers).then(
      () => {
        retryMs = RETRY_MS
      },
      error => {
        if (isRetryable(error)) retryLater(numbers)
      },
    )
  }

  function retryLater(numbers: readonly number[]): void {
    if (hasFinished) return
    for (const number of numbers) failed.add(number)
    clearTimeout(retryTimer)
    retryTimer = setTimeout(retry, retryMs)
    retryMs = Math.min(2 * retryMs, RETRY_MAX_MS)
  }

  function retry(): void {
    clearTimeout(retryTimer)
    for (const number of failed) pending.add(number)
    failed.clear()
    sendUnlessThrottled()
  }

  function sendUnlessThrottled(): void {
    if (throttleTimer !== undefined || pending.size === 0) return
    send()
    throttleTimer = setTimeout(() => {
      throttleTimer = undefined
      sendUnlessThrottled()
    }, REPORT_INTERVAL_MS)
  }

  return {
    add(number: number): void {
      pending.add(number)
      sendUnlessThrottled()
    },
    retry,
    /** Sends the remaining reports at once. */
    finish(): void {
      clearTimeout(throttleTimer)
      clearTimeout(retryTimer)
      throttleTimer = undefined
      hasFinished = true
      if (pending.size + failed.size > 0) send()
    },
  }
}

/** A rejection is final, for example after the user has left the room. */
const isRetryable = (error: unknown) =>
  !(error instanceof CallFailed) || error.isTransient || error.code === 'tooMany'

/**
 * Notes of others that the user has opened in any tab since this page was loaded. They are no longer new,
 * although a screen may still show older data.
 */
export const openedNotesAtom = atom<ReadonlySet<number>>(new Set<number>())

/** Returns the unsubscribe function, which resets the atom. */
export function subscribeToOpenedNotes(): () => void {
  const store = getDefaultStore()
  const stop = onEvent('note:opened', ({ noteNo }) =>
    store.set(openedNotesAtom, opened => new Set(opened).add(noteNo)),
  )
  return () => {
    stop()
    store.set(openedNotesAtom, new Set<number>())
  }
}

/**
 * The last read comment by hub and note, in any tab, since this page was loaded. Newer than the data of a
 * screen.
 */
export const readThreadsAtom = atom<ReadonlyMap<string, number>>(new Map<string, number>())

export const threadId = (hubNo: number, noteNo: number) => `${hubNo} ${noteNo}`

/** Returns the unsubscribe function, which resets the atom. */
export function subscribeToReadThreads(): () => void {
  const store = getDefaultStore()
  const stop = onEvent('comments:read', ({ hubNo, noteNo, commentNo }) => {
    const thread = threadId(hubNo, noteNo)
    store.set(readThreadsAtom, known =>
      (known.get(thread) ?? 0) >= commentNo ? known : new Map(known).set(thread, commentNo),
    )
  })
  return () => {
    stop()
    store.set(readThreadsAtom, new Map<string, number>())
  }
}
