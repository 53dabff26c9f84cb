import { useEffect, useState, useSyncExternalStore } from 'react'
import { useNotesChanged } from '#client/features/notes/notes.queries.ts'
import { dropLeftovers } from '#client/features/notes/pictures/picture.orphans.ts'
import { uploadsOf } from '#client/features/notes/pictures/picture.sending.ts'
import type { Uploads } from '#client/features/notes/pictures/picture.uploads.ts'
import { paths } from '#client/paths.ts'
import { onStoreRecovered } from '#client/platform/browser/deviceStore.ts'
import { makeRequestKey } from '#client/platform/browser/requestKey.ts'
import { readStored } from '#client/platform/browser/storage.ts'
import { beforeSigningOut } from '#client/session/session.leaving.ts'
import { startDraftAutosave } from './drafts/note.draftAutosave.ts'
import { emitDraftsChanged } from './drafts/note.draftEvents.ts'
import {
  type DraftSubject,
  draftOf,
  dropDraft,
  holdDrafts,
  isUnkept,
  keepDraft,
} from './drafts/note.drafts.ts'
import { addLeft } from './drafts/note.leaving.ts'
import type { EditorStart } from './note.start.ts'
import { deliveryCalls } from './saving/note.deliveryCalls.ts'
import { type EditorState, isDirty } from './saving/note.editor.ts'
import { createEditor, type Editor } from './saving/note.saving.ts'
import { useRemoteChanges } from './saving/useRemoteChanges.ts'
import { AUTOSAVE_KEY, useAutosave, useSaveAgain } from './saving/useSaving.ts'

/**
 * An editor that saves to the server, keeps its draft on this device, and saves by itself when that is switched on. `keepNow`
 * answers whether this device has kept what is written.
 */
export function useNoteEditor(
  userNo: number,
  start: EditorStart,
): { editor: Editor; uploads: Uploads; keepNow: () => Promise<boolean> } {
  const notesChanged = useNotesChanged()
  const [uploads] = useState(() => uploadsOf(userNo))
  const [editor] = useState(() =>
    createEditor({
      start: {
        ...start.state,
        isAutosaving: readStored(AUTOSAVE_KEY) !== null,
        keepsDrafts: !isUnkept(subjectOf(userNo, start.state)),
      },
      ...deliveryCalls(notesChanged),
      settlePictures: uploads.settle,
      makeRequestKey,
      now: Date.now,
    }),
  )
  useEffect(() => beforeSigningOut(editor.whenIdle), [editor])
  useEffect(() => void dropLeftovers(userNo, Date.now()), [userNo])
  const keepNow = () => keepDraftOf(editor, userNo)
  useDraft(editor, userNo)
  useAutosave(editor)
  useSaveAgain(editor)
  useRemoteChanges(editor)
  useWarningBeforeUnload(editor)
  useAddressOfNote(editor)
  return { editor, uploads, keepNow }
}

async function keepDraftOf(editor: Editor, userNo: number): Promise<boolean> {
  const state = editor.state()
  const isKept = await keepDraft(subjectOf(userNo, state), draftOf(state, Date.now()))
  if (isKept !== editor.state().keepsDrafts) editor.dispatch({ type: 'draftKept', isKept })
  return isKept
}

function useDraft(editor: Editor, userNo: number) {
  useEffect(() => {
    const keeper = startDraftAutosave({
      ...editor,
      keep: () => keepDraftOf(editor, userNo),
      drop: state => void dropDraft(subjectOf(userNo, state)),
    })
    const leaving = new AbortController()
    // Phones close a hidden page without any further word.
    document.addEventListener('visibilitychange', keeper.flush, leaving)
    for (const name of ['beforeunload', 'pagehide']) window.addEventListener(name, keeper.flush, leaving)
    // Whoever signs out is told of it, so it has to be kept by then.
    const keepUnsaved = async () => isDirty(editor.state()) && keepDraftOf(editor, userNo)
    const forget = beforeSigningOut(keepUnsaved)
    const stopFollowing = onStoreRecovered(() => void keepUnsaved())
    return () => {
      forget()
      stopFollowing()
      leaving.abort()
      keeper.flush()
      void editor.whenIdle().then(keeper.stop)
    }
  }, [editor, userNo])

  const requestKey = useSyncExternalStore(editor.subscribe, () => editor.state().requestKey)
  // A save that is under way when the editor is left is its own still, and nobody else's to send.
  useEffect(() => {
    const letGo = holdDrafts(requestKey)
    return () => {
      addLeft(requestKey, editor.state().noteNo, editor.whenIdle().then(letGo))
      emitDraftsChanged()
    }
  }, [editor, requestKey])
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
 * The address names the note once it has its number, and the draft while something is unsaved: a reload continues this tab's text,
 * whatever other tabs have left.
 * The router is not told: to it this would be another screen, and the focus and a composing syllable would be lost.
 */
function useAddressOfNote(editor: Editor) {
  const address = useSyncExternalStore(editor.subscribe, () => {
    const state = editor.state()
    const { noteNo, topicNo, requestKey } = state
    if (noteNo === null) return isDirty(state) ? paths.draft(topicNo, requestKey) : paths.createNote(topicNo)
    return isDirty(state) ? paths.draftOfNote(noteNo, requestKey) : paths.updateNote(noteNo)
  })
  useEffect(() => history.replaceState(history.state, '', address), [address])
}
