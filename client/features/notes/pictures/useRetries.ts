import { useAtomValue } from 'jotai'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { connectionStateAtom } from '#client/live/connection.ts'
import { authStatusAtom } from '#client/session/session.ts'
import type { Uploads } from './picture.uploads.ts'

/** A line may be back before anybody has noticed that it was gone. In milliseconds. */
const TRIED_AGAIN_AFTER_MS = 15_000

/** What failed without anybody's fault is tried again once the line is back, or its person is signed in. */
export function useRetries(uploads: Uploads, retry: () => void): void {
  const isConnected = useAtomValue(connectionStateAtom) === 'connected'
  const isSignedIn = useAtomValue(authStatusAtom) === 'signedIn'
  const hasFailed = useSyncExternalStore(uploads.subscribe, () =>
    uploads.state().some(({ failure }) => failure !== null),
  )
  const tryAgain = useEffectEvent(() => {
    if (hasFailed) retry()
  })

  useEffect(() => {
    if (isConnected && isSignedIn) tryAgain()
  }, [isConnected, isSignedIn])
  useEffect(() => {
    const listening = new AbortController()
    window.addEventListener('online', () => tryAgain(), listening)
    return () => listening.abort()
  }, [])
  useEffect(() => {
    if (!hasFailed) return
    const timer = setInterval(() => navigator.onLine && tryAgain(), TRIED_AGAIN_AFTER_MS)
    return () => clearInterval(timer)
  }, [hasFailed])
}
