import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { connectionStateAtom } from '#client/live/connection.ts'
import { useRetryInterval } from '#client/platform/browser/useTimers.ts'
import { authAtom, authStatusAtom } from '#client/session/session.ts'
import { sendAllPending } from './comments.sendQueue.ts'

/** Sends pending comments in the background, on every screen, while the client is connected. */
export function CommentSender() {
  const cache = useQueryClient()
  const { userNo } = useAtomValue(authAtom)
  const isSignedIn = useAtomValue(authStatusAtom) === 'signedIn'
  const isConnected = useAtomValue(connectionStateAtom) === 'connected'

  const canSend = isSignedIn && isConnected
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
