import { useQueryClient } from '@tanstack/react-query'
import { atom, useAtomValue } from 'jotai'
import { useEffect, useEffectEvent } from 'react'
import { connectionStateAtom } from '#client/live/connection.ts'
import { useRetryInterval } from '#client/platform/browser/useTimers.ts'
import { registerBeforeSignOut } from '#client/session/session.beforeSignOut.ts'
import { authAtom, authStatusAtom } from '#client/session/session.ts'
import { outboxAtom, threadsWithPending } from './comments.outbox.ts'
import { sendAllPending } from './comments.sendQueue.ts'
import { startTabCopies, takeCommentsOfClosedTabs } from './comments.tabCopies.ts'

/** Sends pending comments in the background, on every screen, while the client is connected. */
export function CommentSender() {
  const cache = useQueryClient()
  const { userNo, epoch, authToken, stays: rememberMe } = useAtomValue(authAtom)
  const status = useAtomValue(authStatusAtom)
  const isSignedIn = status === 'signedIn'
  /** The screen of an ended session stays, with its texts. */
  const isOpen = isSignedIn || status === 'ended'
  const isConnected = useAtomValue(connectionStateAtom) === 'connected'
  const hasWaiting = useAtomValue(hasWaitingAtom)

  // Without a token the screens show persisted data, until the server has confirmed the session.
  const canSend = isSignedIn && isConnected && authToken !== ''
  const sendIfPossible = useEffectEvent(async () => {
    if (canSend) await sendAllPending(cache, userNo)
  })
  const hasCopies = isSignedIn && rememberMe
  const takeAndSend = useEffectEvent(async () => {
    if (hasCopies && (await takeCommentsOfClosedTabs({ userNo, epoch }))) await sendIfPossible()
  })

  useEffect(() => {
    if (!isOpen) return
    // An earlier remembered session may have left copies.
    const end = startTabCopies({ userNo, epoch }, { rememberMe, onTaken: () => void sendIfPossible() })
    // Signing out erases the copies.
    const allowSignOut = registerBeforeSignOut(() => takeAndSend())
    return () => {
      end()
      allowSignOut()
    }
  }, [userNo, epoch, isOpen, rememberMe])

  // Without "remember me" the session ends with the tab.
  const wouldLose = isSignedIn && !rememberMe && hasWaiting
  useEffect(() => {
    if (!wouldLose) return
    const ask = (event: Event) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [wouldLose])

  useEffect(() => {
    if (!canSend) return
    const send = () => {
      void sendIfPossible()
      void takeAndSend()
    }
    send()
    window.addEventListener('online', send)
    return () => window.removeEventListener('online', send)
  }, [canSend])
  useRetryInterval(canSend, () => {
    void sendIfPossible()
    void takeAndSend()
  })

  return null
}

/** Whether a comment of the user could not be sent yet. */
const hasWaitingAtom = atom(get =>
  threadsWithPending(get(outboxAtom), get(authAtom).userNo).some(({ outgoing }) =>
    outgoing.some(({ failure }) => failure !== null),
  ),
)
