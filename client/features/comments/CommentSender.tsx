import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { connectionStateAtom } from '#client/live/connection.ts'
import { authAtom, authStatusAtom } from '#client/session/session.ts'
import { sendAllPending } from './comments.sendQueue.ts'

/** Retry interval in milliseconds: the server may recover without a connection event. */
const RETRY_INTERVAL_MS = 15_000

/** Sends pending comments in the background, on every screen, while the client is connected. */
export function CommentSender() {
  const cache = useQueryClient()
  const { userNo } = useAtomValue(authAtom)
  const isSignedIn = useAtomValue(authStatusAtom) === 'signedIn'
  const isConnected = useAtomValue(connectionStateAtom) === 'connected'

  useEffect(() => {
    if (!isSignedIn || !isConnected) return
    const send = () => void sendAllPending(cache, userNo)
    send()
    window.addEventListener('online', send)
    const timer = setInterval(() => navigator.onLine && send(), RETRY_INTERVAL_MS)
    return () => {
      window.removeEventListener('online', send)
      clearInterval(timer)
    }
  }, [cache, userNo, isSignedIn, isConnected])

  return null
}
