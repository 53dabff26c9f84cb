import { useAtomValue } from 'jotai'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { connectionStateAtom } from '#client/live/connection.ts'
import { writeStored } from '#client/platform/browser/storage.ts'
import { CallFailed } from '#client/platform/calls/callFailed.ts'
import { authStatusAtom } from '#client/session/session.ts'
import { AUTOSAVE_PERIOD_MS } from '#protocol/limits.ts'
import { isDirty } from './note.editor.ts'
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

/** A save that failed without anybody's fault is tried again once the line is back, or its person is signed in. */
export function useSaveAgain(editor: Editor) {
  const isConnected = useAtomValue(connectionStateAtom) === 'connected'
  const isSignedIn = useAtomValue(authStatusAtom) === 'signedIn'

  const saveAgain = useEffectEvent(() => {
    const { message: last } = editor.state()
    if (last?.kind !== 'failed' || !(last.error instanceof CallFailed)) return
    const waitedForSignIn = last.error.code === 'notSignedIn' && isSignedIn
    if (last.error.isPassing || waitedForSignIn) void editor.save(last.how)
  })
  useEffect(() => {
    if (isConnected && isSignedIn) saveAgain()
  }, [isConnected, isSignedIn])
  useEffect(() => {
    const listening = new AbortController()
    window.addEventListener('online', () => saveAgain(), listening)
    return () => listening.abort()
  }, [])

  const message = useSyncExternalStore(editor.subscribe, () => editor.state().message)
  useEffect(() => {
    if (message?.kind !== 'failed') return
    const timer = setInterval(() => navigator.onLine && saveAgain(), TRIED_AGAIN_AFTER_MS)
    return () => clearInterval(timer)
  }, [message])
}
