import { useEffect } from 'react'
import { onEvent, onResync } from '#client/live/eventBus.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { CallFailed } from '#client/platform/calls/callFailed.ts'
import { decodeText } from '#protocol/encoding.ts'
import { getNote } from '#protocol/notes.ts'
import { saveFailureOf, saveFailureOfError } from './note.saveFailure.ts'
import type { Editor } from './note.saving.ts'

/**
 * Looks for what was saved elsewhere, and hears that the note is gone or has come back, so that what stands here is not taken for
 * the last word. It is offered and replaces nothing; whatever is written here is a conflict when it is saved.
 */
export function useRemoteChanges(editor: Editor) {
  useEffect(() => {
    const leaving = new AbortController()

    async function lookForNewer() {
      const { noteNo } = editor.state()
      if (noteNo === null) return
      try {
        const note = await callApi(getNote, { noteNo }, leaving)
        const { title, version, lastUpdate } = note
        if (saveFailureOf(editor.state())?.kind === 'noteGone') editor.dispatch({ type: 'cameBack' })
        editor.dispatch({
          type: 'foundNewer',
          theirs: { title, text: decodeText(note.text), version, lastUpdate },
        })
      } catch (error) {
        if (saveFailureOfError(error, noteNo)?.kind === 'noteGone') tellGone(error)
      }
    }

    function tellGone(error: unknown) {
      if (!editor.state().isSaving) editor.dispatch({ type: 'failed', error, how: 'auto' })
    }

    const stops = [
      onResync(() => void lookForNewer()),
      onEvent('note:saved', ({ noteNo, noteVersion }) => {
        const state = editor.state()
        if (noteNo === state.noteNo && noteVersion > state.version && !state.isSaving) void lookForNewer()
      }),
      onEvent('note:deleted', ({ noteNo }) => {
        if (noteNo === editor.state().noteNo) tellGone(new CallFailed({ code: 'notFound', status: 404 }))
      }),
    ]
    return () => {
      leaving.abort()
      for (const stop of stops) stop()
    }
  }, [editor])
}
