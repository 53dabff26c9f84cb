import { useAtomValue } from 'jotai'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useNotesChanged } from '#client/features/notes/notes.queries.ts'
import { paths } from '#client/paths.ts'
import { makeRequestKey } from '#client/platform/browser/requestKey.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { CallFailed } from '#client/platform/calls/callFailed.ts'
import { authStatusAtom } from '#client/session/session.ts'
import { AUTOSAVE_PERIOD_MS } from '#protocol/limits.ts'
import { postNote, updateNote } from '#protocol/notes.ts'
import { startDraftKeeper } from './note.draftKeeper.ts'
import { dropDraft, holdDrafts, keepDraft } from './note.drafts.ts'
import { isDirty } from './note.editor.ts'
import { createEditor, type Editor } from './note.saving.ts'
import type { EditorStart } from './note.start.ts'

/** An editor that saves to the server, keeps its draft on this device, and saves by itself when that is switched on. */
export function useNoteEditor(userNo: number, start: EditorStart): Editor {
  const notesChanged = useNotesChanged()
  const [requestKey] = useState(() => start.draft?.requestKey ?? makeRequestKey())
  const [editor] = useState(() =>
    createEditor({
      start: start.state,
      topicNo: start.topicNo,
      requestKey,
      mayBePosted: start.draft !== null,
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
  useDraft(editor, { userNo, topicNo: start.topicNo, requestKey })
  useAutosave(editor)
  useSaveAfterSignIn(editor)
  useWarningBeforeUnload(editor)
  useAddressOfNote(editor)
  return editor
}

interface DraftOwner {
  userNo: number
  topicNo: number
  requestKey: string
}

function useDraft(editor: Editor, { userNo, topicNo, requestKey }: DraftOwner) {
  useEffect(() => {
    const subjectOf = (noteNo: number | null) =>
      noteNo === null ? { userNo, topicNo, requestKey } : { userNo, noteNo, requestKey }
    const keeper = startDraftKeeper({
      ...editor,
      keep: ({ noteNo, version, writing }) =>
        void keepDraft(subjectOf(noteNo), { ...writing, version, requestKey, keptAt: Date.now() }),
      drop: noteNo => void dropDraft(subjectOf(noteNo)),
    })
    const letGo = holdDrafts(requestKey)
    const leaving = new AbortController()
    // Phones close a hidden page without any further word.
    document.addEventListener('visibilitychange', keeper.flush, leaving)
    for (const name of ['beforeunload', 'pagehide']) window.addEventListener(name, keeper.flush, leaving)
    return () => {
      leaving.abort()
      keeper.stop()
      letGo()
    }
  }, [editor, userNo, topicNo, requestKey])
}

function useAutosave(editor: Editor) {
  const isOn = useSyncExternalStore(editor.subscribe, () => editor.state().isAutosaving)
  useEffect(() => {
    if (!isOn) return
    const timer = setInterval(() => {
      if (isDirty(editor.state())) void editor.save('auto')
    }, AUTOSAVE_PERIOD_MS)
    return () => clearInterval(timer)
  }, [editor, isOn])
}

/** A save that failed because the session had ended is tried again once its person is signed in. */
function useSaveAfterSignIn(editor: Editor) {
  const status = useAtomValue(authStatusAtom)
  useEffect(() => {
    const { message } = editor.state()
    if (status !== 'signedIn' || message?.kind !== 'failed') return
    if (message.error instanceof CallFailed && message.error.code === 'notSignedIn')
      void editor.save('manual')
  }, [editor, status])
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
 * Once the note has its number, the address names it, so that a reload opens the note and not an empty editor. The
 * router is not told: to it this would be another screen, and the focus and a composing syllable would be lost.
 */
function useAddressOfNote(editor: Editor) {
  const noteNo = useSyncExternalStore(editor.subscribe, () => editor.state().noteNo)
  useEffect(() => {
    if (noteNo !== null) history.replaceState(history.state, '', paths.updateNote(noteNo))
  }, [noteNo])
}
