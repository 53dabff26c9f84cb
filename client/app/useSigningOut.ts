import { getDefaultStore } from 'jotai'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#client/paths.ts'
import { signOut } from '#client/session/session.actions.ts'
import { showToastAtom } from '#client/ui/toasts.ts'

/** Signing out: at once, or, where something cannot be sent before, once that is confirmed. */
export function useSigningOut(): { ask: () => Promise<void>; isWaiting: boolean; leave: () => void } {
  const navigate = useNavigate()
  const [isWaiting, setWaiting] = useState(false)

  function leave() {
    void navigate(paths.home)
    // Here the user is signed out already; a server that cannot be told lets the token run out.
    signOut().catch(() => undefined)
  }

  async function ask() {
    if (isWaiting) return
    setWaiting(true)
    const { isAsked, tellStaying } = await lookBehind().catch(() => NOTHING_BEHIND)
    setWaiting(false)
    if (isAsked) return
    leave()
    tellStaying()
  }

  return { ask, isWaiting, leave }
}

const NOTHING_BEHIND = { isAsked: false, tellStaying: () => {} }

/** Whether there was something to ask about. Its code comes with what keeps unsent things: a visitor has none. */
async function lookBehind(): Promise<{ isAsked: boolean; tellStaying: () => void }> {
  const { leftBehind, leftUnsentAtom } = await import('#client/session/session.unsent.ts')
  const { unsent, staying } = await leftBehind()
  const store = getDefaultStore()
  store.set(leftUnsentAtom, unsent)
  return {
    isAsked: unsent.length > 0,
    tellStaying() {
      for (const text of staying) store.set(showToastAtom, { text })
    },
  }
}
