import { useEffect, useState, useSyncExternalStore } from 'react'
import { useNotesChanged } from '#client/features/notes/notes.queries.ts'
import { paths } from '#client/paths.ts'
import { makeRequestKey } from '#client/platform/browser/requestKey.ts'
import { readStored } from '#client/platform/browser/storage.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { postNote, updateNote } from '#protocol/notes.ts'
import { startDraftKeeper } from './note.draftKeeper.ts'
import { type DraftSubject, dropDraft, holdDrafts, keepDraft } from './note.drafts.ts'
import { type EditorState, isDirty } from './note.editor.ts'
import { createEditor, type Editor } from './note.saving.ts'
import type { EditorStart } from './note.start.ts'
import { AUTOSAVE_KEY, useAutosave, useSaveAgain } from './useSaving.ts'

/** An editor that saves to the server, keeps its draft on this device, and saves by itself when that is switched on. */
export function useNoteEditor(userNo: number, start: EditorStart): Editor {
  const notesChanged = useNotesChanged()
  const [editor] = useState(() =>
    createEditor({
      start: { ...start.state, isAutosaving: readStored(AUTOSAVE_KEY) !== null },
      mayBePosted: start.draft !== null && !start.draft.isOfGoneNote,
      async post(input) {
        const made = await callApi(postNote, input)
        notesChanged()
        return made
      },
      async update(input) {
        const reply = await callApi(updateNote, input)
        if (reply.success) notesChanged()
        return reply
      },
      makeRequestKey,
      now: Date.now,
    }),
  )
  useDraft(editor, userNo)
  useAutosave(editor)
  useSaveAgain(editor)
  useWarningBeforeUnload(editor)
  useAddressOfNote(editor)
  return editor
}

function useDraft(editor: Editor, userNo: number) {
  useEffect(() => {
    const keeper = startDraftKeeper({
      ...editor,
      async keep(state) {
        const { writing, version, requestKey, topicNo } = state
        const draft = { ...writing, version, requestKey, topicNo, keptAt: Date.now() }
        if (!(await keepDraft(subjectOf(userNo, state), draft))) editor.dispatch({ type: 'draftRefused' })
      },
      drop: state => void dropDraft(subjectOf(userNo, state)),
    })
    const leaving = new AbortController()
    // Phones close a hidden page without any further word.
    document.addEventListener('visibilitychange', keeper.flush, leaving)
    for (const name of ['beforeunload', 'pagehide']) window.addEventListener(name, keeper.flush, leaving)
    return () => {
      leaving.abort()
      keeper.stop()
    }
  }, [editor, userNo])

  const requestKey = useSyncExternalStore(editor.subscribe, () => editor.state().requestKey)
  useEffect(() => holdDrafts(requestKey), [requestKey])
}

function subjectOf(userNo: number, { noteNo, topicNo, requestKey }: EditorState): DraftSubject {
  return noteNo === null ? { userNo, topicNo, requestKey } : { userNo, noteNo, requestKey }
}

function useWarningBeforeUnload(editor: Editor) {
  const isUnsaved = useSyncExternalStore(editor.subscribe, () => isDirty(editor.state()))
  useEffect(() => {
    if (!isUnsaved) return
    const warn = (event: Event) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isUnsaved])
}

/**
 * The address names what is written on, so that a reload opens the note once it has its number, and not an empty editor.
 * The router is not told: to it this would be another screen, and the focus and a composing syllable would be lost.
 */
function useAddressOfNote(editor: Editor) {
  const address = useSyncExternalStore(editor.subscribe, () => {
    const { noteNo, topicNo } = editor.state()
    return noteNo === null ? paths.createNote(topicNo) : paths.updateNote(noteNo)
  })
  useEffect(() => history.replaceState(history.state, '', address), [address])
}
