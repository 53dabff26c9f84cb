import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { connectionStateAtom } from '#client/live/connection.ts'
import { authAtom, authStatusAtom } from '#client/session/session.ts'
import { sendKept } from './comments.sending.ts'

/** A server may be back before anybody has noticed that it was gone. In milliseconds. */
const TRIED_AGAIN_AFTER_MS = 15_000

/** Sends, from whichever screen one is on, the comments that were left under way or could not be sent, once there is a line. */
export function CommentSender() {
  const cache = useQueryClient()
  const { userNo } = useAtomValue(authAtom)
  const isSignedIn = useAtomValue(authStatusAtom) === 'signedIn'
  const isConnected = useAtomValue(connectionStateAtom) === 'connected'

  useEffect(() => {
    if (!isSignedIn || !isConnected) return
    const send = () => void sendKept(cache, userNo)
    send()
    window.addEventListener('online', send)
    const timer = setInterval(() => navigator.onLine && send(), TRIED_AGAIN_AFTER_MS)
    return () => {
      window.removeEventListener('online', send)
      clearInterval(timer)
    }
  }, [cache, userNo, isSignedIn, isConnected])

  return null
}
