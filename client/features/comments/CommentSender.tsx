import { useQueryClient } from '@tanstack/react-query'
import { atom, useAtomValue } from 'jotai'
import { useEffect, useEffectEvent } from 'react'
import { connectionStateAtom } from '#client/live/connection.ts'
import { useRetryInterval } from '#client/platform/browser/useTimers.ts'
import { authAtom, authStatusAtom } from '#client/session/session.ts'
import { outboxAtom, threadsWithPending } from './comments.outbox.ts'
import { sendAllPending } from './comments.sendQueue.ts'
import { startTabCopies } from './comments.tabCopies.ts'

/** Sends pending comments in the background, on every screen, while the client is connected. */
export function CommentSender() {
  const cache = useQueryClient()
  const { userNo, epoch, authToken, stays: rememberMe } = useAtomValue(authAtom)
  const isSignedIn = useAtomValue(authStatusAtom) === 'signedIn'
  const isConnected = useAtomValue(connectionStateAtom) === 'connected'
  const hasWaiting = useAtomValue(hasWaitingAtom)

  // Without a token the screens show persisted data, until the server has confirmed the session.
  const canSend = isSignedIn && isConnected && authToken !== ''
  const sendIfPossible = useEffectEvent(() => {
    if (canSend) void sendAllPending(cache, userNo)
  })

  useEffect(() => {
    if (!isSignedIn || !rememberMe) return
    return startTabCopies({ userNo, epoch }, () => sendIfPossible())
  }, [userNo, epoch, isSignedIn, rememberMe])

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
    const send = () => void sendAllPending(cache, userNo)
    send()
    window.addEventListener('online', send)
    return () => window.removeEventListener('online', send)
  }, [cache, userNo, canSend])
  useRetryInterval(canSend, () => void sendAllPending(cache, userNo))

  return null
}

/** Whether a comment of the user could not be sent yet. */
const hasWaitingAtom = atom(get =>
  threadsWithPending(get(outboxAtom), get(authAtom).userNo).some(({ outgoing }) =>
    outgoing.some(({ failure }) => failure !== null),
  ),
)
