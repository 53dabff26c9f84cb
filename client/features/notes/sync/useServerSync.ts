import { useAtomValue } from 'jotai'
import { type RefObject, useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { connectionStateAtom } from '#client/live/connection.ts'
import { onEvent, onResync } from '#client/live/eventBus.ts'
import { writeStored } from '#client/platform/browser/storage.ts'
import { useRetryInterval } from '#client/platform/browser/useTimers.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { CallFailed } from '#client/platform/calls/callFailed.ts'
import { authStatusAtom } from '#client/session/session.ts'
import { decodeText } from '#protocol/encoding.ts'
import { AUTOSAVE_PERIOD_MS } from '#protocol/limits.ts'
import { getNote } from '#protocol/notes.ts'
import { isDirty } from './editor.reducer.ts'
import type { Editor } from './editor.ts'
import { currentSaveFailure, toSaveFailure } from './note.saveFailure.ts'

/** Local storage key; present while auto-save is on. */
export const AUTOSAVE_KEY = 'autosave'

/** Saves once a minute while auto-save is on, and stores that setting in this browser. */
export function useAutosave(editor: Editor) {
  const isOn = useSyncExternalStore(editor.subscribe, () => editor.state().isAutosaving)
  useEffect(() => {
    writeStored(AUTOSAVE_KEY, isOn ? 'true' : null)
    if (!isOn) return
    const timer = setInterval(() => {
      if (isDirty(editor.state()) && editor.state().offeredDraft === null) void editor.save('auto')
    }, AUTOSAVE_PERIOD_MS)
    return () => clearInterval(timer)
  }, [editor, isOn])
}

/**
 * Retries a failed save after reconnecting or signing in, unless the user has to decide something first, or the outbox has taken it over.
 */
export function useSaveRetry(editor: Editor, isQueued: RefObject<boolean>) {
  const isConnected = useAtomValue(connectionStateAtom) === 'connected'
  const isSignedIn = useAtomValue(authStatusAtom) === 'signedIn'

  function retrySave() {
    const state = editor.state()
    if (isQueued.current) return
    if (state.saveRequestedAt === null || state.isSaving || currentSaveFailure(state) !== null) return
    const { message: lastMessage } = state
    const hasFailed = lastMessage?.kind === 'failed'
    const waitsForSignIn =
      hasFailed && lastMessage.error instanceof CallFailed && lastMessage.error.code === 'notSignedIn'
    if (!waitsForSignIn || isSignedIn) void editor.save(hasFailed ? lastMessage.reason : 'auto')
  }
  const onConnected = useEffectEvent(retrySave)
  useEffect(() => {
    if (isConnected && isSignedIn) onConnected()
  }, [isConnected, isSignedIn])
  useEffect(() => {
    const aborter = new AbortController()
    window.addEventListener('online', () => onConnected(), aborter)
    return () => aborter.abort()
  }, [])

  const isSavePending = useSyncExternalStore(editor.subscribe, () => editor.state().saveRequestedAt !== null)
  useRetryInterval(isSavePending, retrySave)
}

/**
 * Reports versions that were saved elsewhere, and deletion or restoring of the note. The editor offers a newer version and replaces
 * nothing; saving unsaved changes then detects the conflict.
 */
export function useRemoteChanges(editor: Editor) {
  useEffect(() => {
    const aborter = new AbortController()

    async function fetchNewer() {
      const { noteNo } = editor.state()
      if (noteNo === null) return
      try {
        const note = await callApi(getNote, { noteNo }, aborter)
        const { title, version, lastUpdate } = note
        if (currentSaveFailure(editor.state())?.kind === 'noteGone') editor.dispatch({ type: 'noteRestored' })
        editor.dispatch({
          type: 'newerFound',
          theirs: { title, text: decodeText(note.text), version, lastUpdate },
        })
      } catch (error) {
        if (toSaveFailure(error, noteNo)?.kind === 'noteGone') reportGone(error)
      }
    }

    function reportGone(error: unknown) {
      if (!editor.state().isSaving) editor.dispatch({ type: 'failed', error, reason: 'auto' })
    }

    const unsubscribes = [
      onResync(() => void fetchNewer()),
      onEvent('note:saved', ({ noteNo, noteVersion }) => {
        const state = editor.state()
        if (noteNo === state.noteNo && noteVersion > state.version && !state.isSaving) void fetchNewer()
      }),
      onEvent('note:deleted', ({ noteNo }) => {
        if (noteNo === editor.state().noteNo) reportGone(new CallFailed({ code: 'notFound', status: 404 }))
      }),
    ]
    return () => {
      aborter.abort()
      for (const stop of unsubscribes) stop()
    }
  }, [editor])
}
