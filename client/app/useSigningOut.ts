import { getDefaultStore, useAtomValue } from 'jotai'
import { useNavigate } from 'react-router'
import { paths } from '#client/paths.ts'
import { isLeavingAtom } from '#client/session/session.leaver.ts'
import { beginSigningOut, signOut, stopSigningOut } from '#client/session/session.signOut.ts'
import { leftBehind, leftUnsentAtom } from '#client/session/session.unsent.ts'
import { showToastAtom } from '#client/ui/toasts.ts'

/** Signing out: at once, or, where something cannot be sent before, once that is confirmed. */
export function useSigningOut(): { ask: () => Promise<void>; isWaiting: boolean; leave: () => void } {
  const navigate = useNavigate()
  const isWaiting = useAtomValue(isLeavingAtom)

  function leave() {
    void navigate(paths.home)
    // Here the user is signed out already; a server that cannot be told lets the token run out.
    signOut().catch(() => undefined)
  }

  async function ask() {
    if (isWaiting) return
    beginSigningOut()
    const { askFirst, tellStaying } = await lookBehind().catch(() => NOTHING_BEHIND)
    // Another tab has done it meanwhile.
    if (!getDefaultStore().get(isLeavingAtom)) return
    if (askFirst) {
      stopSigningOut()
      askFirst()
      return
    }
    leave()
    tellStaying()
  }

  return { ask, isWaiting, leave }
}

const NOTHING_BEHIND: Behind = { askFirst: null, tellStaying: () => {} }

interface Behind {
  /** Null when there is nothing to ask about. */
  askFirst: (() => void) | null
  tellStaying: () => void
}

async function lookBehind(): Promise<Behind> {
  const { unsent, staying } = await leftBehind()
  const store = getDefaultStore()
  return {
    askFirst: unsent.length > 0 ? () => store.set(leftUnsentAtom, unsent) : null,
    tellStaying() {
      for (const text of staying) store.set(showToastAtom, { text })
    },
  }
}
