import { useAtomValue } from 'jotai'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { connectionStateAtom } from '#client/live/connection.ts'
import { writeStored } from '#client/platform/browser/storage.ts'
import { CallFailed } from '#client/platform/calls/callFailed.ts'
import { authStatusAtom } from '#client/session/session.ts'
import { AUTOSAVE_PERIOD_MS } from '#protocol/limits.ts'
import { isDirty } from './note.editor.ts'
import { saveFailureOf } from './note.saveFailure.ts'
import type { Editor } from './note.saving.ts'

/** A line may be back before anybody has noticed that it was gone. In milliseconds. */
const TRIED_AGAIN_AFTER_MS = 15_000

/** In local storage while auto-save is switched on. */
export const AUTOSAVE_KEY = 'autosave'

/** Saves once a minute while that is switched on, which this browser remembers. */
export function useAutosave(editor: Editor) {
  const isOn = useSyncExternalStore(editor.subscribe, () => editor.state().isAutosaving)
  useEffect(() => {
    writeStored(AUTOSAVE_KEY, isOn ? 'true' : null)
    if (!isOn) return
    const timer = setInterval(() => {
      if (isDirty(editor.state()) && editor.state().offered === null) void editor.save('auto')
    }, AUTOSAVE_PERIOD_MS)
    return () => clearInterval(timer)
  }, [editor, isOn])
}

/** What was asked to be saved, and was not without anybody's fault, is tried again once the line is back, or its person is signed in. */
export function useSaveAgain(editor: Editor) {
  const isConnected = useAtomValue(connectionStateAtom) === 'connected'
  const isSignedIn = useAtomValue(authStatusAtom) === 'signedIn'

  const saveAgain = useEffectEvent(() => {
    const state = editor.state()
    if (state.askedAt === null || state.isSaving || saveFailureOf(state) !== null) return
    const { message: last } = state
    const hasFailed = last?.kind === 'failed'
    const waitsForSignIn = hasFailed && last.error instanceof CallFailed && last.error.code === 'notSignedIn'
    if (!waitsForSignIn || isSignedIn) void editor.save(hasFailed ? last.how : 'auto')
  })
  useEffect(() => {
    if (isConnected && isSignedIn) saveAgain()
  }, [isConnected, isSignedIn])
  useEffect(() => {
    const listening = new AbortController()
    window.addEventListener('online', () => saveAgain(), listening)
    return () => listening.abort()
  }, [])

  const isAsked = useSyncExternalStore(editor.subscribe, () => editor.state().askedAt !== null)
  useEffect(() => {
    if (!isAsked) return
    const timer = setInterval(() => navigator.onLine && saveAgain(), TRIED_AGAIN_AFTER_MS)
    return () => clearInterval(timer)
  }, [isAsked])
}
