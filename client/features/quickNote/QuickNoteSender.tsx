import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect, useEffectEvent } from 'react'
import { connectionStateAtom } from '#client/live/connection.ts'
import { onBackOnline } from '#client/platform/browser/backOnline.ts'
import { useRetryInterval } from '#client/platform/browser/useTimers.ts'
import { authAtom, authStatusAtom } from '#client/session/session.ts'
import { findRequestedQuickText } from './quickNote.text.ts'
import { SAVE_QUICK_NOTE_KEY, useSaveQuickNote } from './useSaveQuickNote.ts'

/** Saves a marked quick note in the background as soon as there is a connection. */
export function QuickNoteSender() {
  const { userNo } = useAtomValue(authAtom)
  const isSignedIn = useAtomValue(authStatusAtom) === 'signedIn'
  const isConnected = useAtomValue(connectionStateAtom) === 'connected'
  const cache = useQueryClient()
  const mutation = useSaveQuickNote(userNo)

  // Reads the cache, because a reconnect fires several events before the mutation state renders.
  const isSaving = () => cache.isMutating({ mutationKey: SAVE_QUICK_NOTE_KEY }) > 0

  function sendRequested() {
    const requested = findRequestedQuickText(userNo)
    if (requested !== null && !isSaving()) mutation.mutate(requested)
  }

  const canSend = isSignedIn && isConnected
  const onConnected = useEffectEvent(sendRequested)
  useEffect(() => {
    if (!canSend) return
    onConnected()
    return onBackOnline(onConnected)
  }, [canSend])
  useRetryInterval(canSend, sendRequested)

  return null
}
