import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect, useEffectEvent } from 'react'
import { connectionStateAtom } from '#client/live/connection.ts'
import { onBackOnline } from '#client/platform/browser/backOnline.ts'
import { authAtom, authStatusAtom } from '#client/session/session.ts'
import { askedQuickText } from './quickNote.text.ts'
import { KEEPING, useKeepQuickNote } from './useKeepQuickNote.ts'

/** A server may be back before anybody has noticed that it was gone. In milliseconds. */
const TRIED_AGAIN_AFTER_MS = 15_000

/** Makes a note, from whichever screen one is on, of what was to become one and could not, once there is a line. */
export function QuickNoteSender() {
  const { userNo } = useAtomValue(authAtom)
  const isSignedIn = useAtomValue(authStatusAtom) === 'signedIn'
  const isConnected = useAtomValue(connectionStateAtom) === 'connected'
  const cache = useQueryClient()
  const keeping = useKeepQuickNote(userNo)

  // Asked of the cache: what began a moment ago is not drawn yet, and the line's return is told more than once.
  const isUnderWay = () => cache.isMutating({ mutationKey: KEEPING }) > 0

  const keep = useEffectEvent(() => {
    const asked = askedQuickText(userNo)
    if (asked !== null && !isUnderWay()) keeping.mutate(asked)
  })

  useEffect(() => {
    if (!isSignedIn || !isConnected) return
    keep()
    const stop = onBackOnline(keep)
    const timer = setInterval(() => navigator.onLine && keep(), TRIED_AGAIN_AFTER_MS)
    return () => {
      stop()
      clearInterval(timer)
    }
  }, [isSignedIn, isConnected])

  return null
}
