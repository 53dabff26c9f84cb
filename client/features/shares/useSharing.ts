import { useAtomValue } from 'jotai'
import { sharingsUnderWayAtom } from './shares.sending.ts'
import { isSame, type Sharing, waitingSharesAtom } from './shares.waiting.ts'

/** How far a note is on its way into a room, or out of it. */
export function useSharing(sharing: Sharing) {
  const isThis = isSame(sharing)
  return {
    /** In which it can be taken back; null while nothing waits. */
    secondsLeft: useAtomValue(waitingSharesAtom).find(isThis)?.secondsLeft ?? null,
    isUnderWay: useAtomValue(sharingsUnderWayAtom).some(isThis),
  }
}
