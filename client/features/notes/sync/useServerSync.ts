import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { toSaveFailure } from '#client/features/documents/unsaved.ts'
import { deletionKey, noteQuery } from '#client/features/notes/notes.queries.ts'
import { connectionStateAtom } from '#client/live/connection.ts'
import { onEvent, onResync } from '#client/live/eventBus.ts'
import { writeStored } from '#client/platform/browser/storage.ts'
import { useRetryInterval } from '#client/platform/browser/useTimers.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { authStatusAtom } from '#client/session/session.ts'
import { decodeText } from '#protocol/encoding.ts'
import { AUTOSAVE_PERIOD_MS } from '#protocol/limits.ts'
import { getNote } from '#protocol/notes.ts'
import { type Editor, isDirty, isGone } from './editor.ts'

/** Local storage key; 'false' while auto-save is off. */
export const AUTOSAVE_KEY = 'autosave'

/** Saves once a minute while auto-save is on, and stores that setting in this browser. */
export function useAutosave(editor: Editor) {
  const isOn = useSyncExternalStore(editor.subscribe, () => editor.state().isAutosaving)
  useEffect(() => {
    writeStored(AUTOSAVE_KEY, isOn ? null : 'false')
    if (!isOn) return
    const timer = setInterval(() => {
      const { isForeign, isGuest, isTogether } = editor.state()
      // The server saves what is written together.
      if (isDirty(editor.state()) && !isForeign && !isGuest && !isTogether) void editor.save('auto')
    }, AUTOSAVE_PERIOD_MS)
    return () => clearInterval(timer)
  }, [editor, isOn])
}

/** Repeats a requested save after reconnecting or signing in, unless the user has to decide something first. */
export function useSaveRetry(editor: Editor) {
  const isConnected = useAtomValue(connectionStateAtom) === 'connected'
  const isSignedIn = useAtomValue(authStatusAtom) === 'signedIn'

  function retrySave() {
    const { saveRequestedAt, isSaving, saveError, noteNo, message, isLeft } = editor.state()
    if (saveRequestedAt === null || isSaving || isLeft || !isSignedIn) return
    if (toSaveFailure(saveError, noteNo) !== null) return
    void editor.save(message?.kind === 'failed' ? message.reason : 'manual')
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

/** Learns what was saved elsewhere, and of the deletion or restoring of the note. */
export function useRemoteChanges(editor: Editor) {
  const cache = useQueryClient()
  useEffect(() => {
    let aborter = new AbortController()

    /** The reply to an earlier request may be older than what is known by now. */
    function dropReply() {
      aborter.abort()
      aborter = new AbortController()
    }

    async function readSaved() {
      const { noteNo, savedContent } = editor.state()
      if (noteNo === null) return
      dropReply()
      try {
        const note = await callApi(getNote, { noteNo }, aborter)
        // A save that has ended meanwhile may be newer.
        if (editor.state().savedContent !== savedContent) return
        cache.setQueryData(noteQuery(noteNo).queryKey, note)
        const { title, text, lastUpdate } = note
        if (isGone(editor.state())) editor.clearMessage()
        editor.document.receiveSaved({ title, text: decodeText(text), lastUpdate })
      } catch (error) {
        if (toSaveFailure(error, noteNo)?.kind === 'noteGone') editor.reportGone()
      }
    }

    const unsubscribes = [
      onResync(() => void readSaved()),
      onEvent('note:saved', ({ noteNo }) => {
        if (noteNo === editor.state().noteNo && !editor.state().isSaving) void readSaved()
      }),
      onEvent('document:saved', ({ documentId, savedRevision }) => {
        const { documentId: openId, noteNo, isSaving, isGuest } = editor.state()
        if (documentId !== openId || isSaving) return
        // Another device has saved a new note for the first time.
        if (noteNo === null) editor.document.sync.reopen()
        // The author is told by 'note:saved'.
        else if (isGuest) editor.document.receiveTogetherSaved(savedRevision)
      }),
      onEvent('note:deleted', ({ noteNo }) => {
        // A part that this editor deletes: the reply opens another one.
        if (cache.isMutating({ mutationKey: deletionKey(noteNo) }) > 0) return
        if (noteNo !== editor.state().noteNo) return
        dropReply()
        editor.reportGone()
      }),
    ]
    return () => {
      aborter.abort()
      for (const stop of unsubscribes) stop()
    }
  }, [editor, cache])
}
