import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect, useEffectEvent } from 'react'
import { connectionStateAtom } from '#client/live/connection.ts'
import { onBackOnline } from '#client/platform/browser/backOnline.ts'
import { authAtom, authStatusAtom } from '#client/session/session.ts'
import { findRequestedQuickText } from './quickNote.text.ts'
import { SAVE_QUICK_NOTE_KEY, useSaveQuickNote } from './useSaveQuickNote.ts'

/** Retries even if no event reports the restored connection. */
const RETRY_INTERVAL_MS = 15_000

/** Saves a marked quick note in the background as soon as there is a connection. */
export function QuickNoteSender() {
  const { userNo } = useAtomValue(authAtom)
  const isSignedIn = useAtomValue(authStatusAtom) === 'signedIn'
  const isConnected = useAtomValue(connectionStateAtom) === 'connected'
  const cache = useQueryClient()
  const mutation = useSaveQuickNote(userNo)

  // Reads the cache, because a reconnect fires several events before the mutation state renders.
  const isSaving = () => cache.isMutating({ mutationKey: SAVE_QUICK_NOTE_KEY }) > 0

  const sendRequested = useEffectEvent(() => {
    const requested = findRequestedQuickText(userNo)
    if (requested !== null && !isSaving()) mutation.mutate(requested)
  })

  useEffect(() => {
    if (!isSignedIn || !isConnected) return
    sendRequested()
    const stop = onBackOnline(sendRequested)
    const timer = setInterval(() => navigator.onLine && sendRequested(), RETRY_INTERVAL_MS)
    return () => {
      stop()
      clearInterval(timer)
    }
  }, [isSignedIn, isConnected])

  return null
}
