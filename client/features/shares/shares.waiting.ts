import { atom, getDefaultStore } from 'jotai'
import { onEvent } from '#client/live/eventBus.ts'
import { type ShareDelay, startShareDelay } from './share.delay.ts'

/** A note on its way into a room. */
export interface Sharing {
  noteNo: number
  hubNo: number
}

export interface WaitingShare extends Sharing {
  /** In which it can be taken back. */
  secondsLeft: number
}

interface Delayed extends Sharing, ShareDelay {}

/** What waits in this tab, whichever screen is shown meanwhile; in the order in which it was begun. */
export const waitingSharesAtom = atom<readonly WaitingShare[]>([])

const delays = new Map<string, Delayed>()
const keyOf = ({ noteNo, hubNo }: Sharing) => `${noteNo} ${hubNo}`
export const isSame = (one: Sharing) => (other: Sharing) => keyOf(one) === keyOf(other)

/**
 * Shares a note once it can be taken back no longer; outlives the screen that asked for it. A note that is deleted, or a room
 * that is left meanwhile, takes it back; `onTakenBack` hears of that.
 */
export function putOffShare(sharing: Sharing, send: () => Promise<void>, onTakenBack: () => void): void {
  const { noteNo, hubNo } = sharing
  takeBackShare(sharing)
  const stops = [
    onEvent('hub:removed', told => told.hubNo === hubNo && takeBackHere()),
    onEvent('note:deleted', told => told.noteNo === noteNo && takeBackHere()),
  ]
  function takeBackHere() {
    if (takeBackShare(sharing)) onTakenBack()
  }
  function showLeft(secondsLeft: number | null) {
    const store = getDefaultStore()
    const all = store.get(waitingSharesAtom)
    if (secondsLeft !== null)
      return store.set(waitingSharesAtom, withSeconds(all, { ...sharing, secondsLeft }))
    store.set(
      waitingSharesAtom,
      all.filter(other => !isSame(sharing)(other)),
    )
    delays.delete(keyOf(sharing))
    for (const stop of stops) stop()
  }
  delays.set(keyOf(sharing), { ...sharing, ...startShareDelay({ send, onLeft: showLeft }) })
}

/** Whether there was anything to take back. */
export function takeBackShare(sharing: Sharing): boolean {
  const delay = delays.get(keyOf(sharing))
  delay?.takeBack()
  return delay !== undefined
}

export function shareAtOnce(sharing: Sharing): void {
  delays.get(keyOf(sharing))?.sendNow()
}

function withSeconds(all: readonly WaitingShare[], waiting: WaitingShare): WaitingShare[] {
  if (!all.some(isSame(waiting))) return [...all, waiting]
  return all.map(other => (isSame(waiting)(other) ? waiting : other))
}
