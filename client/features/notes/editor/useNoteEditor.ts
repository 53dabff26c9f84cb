import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { deleteOrphans } from '#client/features/notes/attachments/picture.store.ts'
import { createUserUploads, type Uploads } from '#client/features/notes/attachments/picture.uploads.ts'
import { useNotesChanged } from '#client/features/notes/notes.queries.ts'
import { type EditorState, isDirty } from '#client/features/notes/sync/editor.reducer.ts'
import { createEditor, type Editor } from '#client/features/notes/sync/editor.ts'
import { startDraftAutosave } from '#client/features/notes/sync/note.draftAutosave.ts'
import { emitDraftsChanged } from '#client/features/notes/sync/note.draftEvents.ts'
import {
  createDraft,
  type DraftSubject,
  deleteDraft,
  isOnlyInMemory,
  lockDrafts,
  saveDraft,
} from '#client/features/notes/sync/note.drafts.ts'
import { addPendingSave } from '#client/features/notes/sync/note.pendingSaves.ts'
import { createNoteCalls } from '#client/features/notes/sync/note.upload.ts'
import {
  AUTOSAVE_KEY,
  useAutosave,
  useRemoteChanges,
  useSaveRetry,
} from '#client/features/notes/sync/useServerSync.ts'
import { paths } from '#client/paths.ts'
import { onStoreRecovered } from '#client/platform/browser/deviceStore.ts'
import { makeRequestKey } from '#client/platform/browser/requestKey.ts'
import { readStored } from '#client/platform/browser/storage.ts'
import { registerBeforeSignOut } from '#client/session/session.beforeSignOut.ts'
import type { EditorStart } from './note.start.ts'

/**
 * Creates the editor and connects it to the server, the draft store, auto-save and the URL. `queueSave` leaves a failed save to the
 * outbox, and returns whether this device stored the draft.
 */
export function useNoteEditor(
  userNo: number,
  start: EditorStart,
): { editor: Editor; uploads: Uploads; queueSave: () => Promise<boolean> } {
  const notesChanged = useNotesChanged()
  const [uploads] = useState(() => createUserUploads(userNo))
  const [editor] = useState(() =>
    createEditor({
      start: {
        ...start.state,
        isAutosaving: readStored(AUTOSAVE_KEY) !== null,
        canStoreDrafts: !isOnlyInMemory(subjectOf(userNo, start.state)),
      },
      ...createNoteCalls(notesChanged),
      uploadPictures: uploads.uploadAll,
      makeRequestKey,
      now: Date.now,
    }),
  )
  useEffect(() => registerBeforeSignOut(editor.whenIdle), [editor])
  useEffect(() => void deleteOrphans(userNo, Date.now()), [userNo])
  const saveDraftNow = () => saveDraftOf(editor, userNo)
  const isQueued = useRef(false)
  /** The editor may stay mounted until the next screen is ready, so it leaves the save to the outbox. */
  async function queueSave(): Promise<boolean> {
    isQueued.current = await saveDraftNow()
    return isQueued.current
  }
  useDraftAutosave(editor, userNo)
  useAutosave(editor)
  useSaveRetry(editor, isQueued)
  useRemoteChanges(editor)
  useWarningBeforeUnload(editor)
  useNoteAddress(editor)
  return { editor, uploads, queueSave }
}

async function saveDraftOf(editor: Editor, userNo: number): Promise<boolean> {
  const state = editor.state()
  const isStored = await saveDraft(subjectOf(userNo, state), createDraft(state, Date.now()))
  if (isStored !== editor.state().canStoreDrafts) editor.dispatch({ type: 'draftStored', isStored })
  return isStored
}

function useDraftAutosave(editor: Editor, userNo: number) {
  useEffect(() => {
    const autosave = startDraftAutosave({
      ...editor,
      save: () => saveDraftOf(editor, userNo),
      remove: state => void deleteDraft(subjectOf(userNo, state)),
    })
    const aborter = new AbortController()
    // Phones close a hidden page without firing another event.
    document.addEventListener('visibilitychange', autosave.flush, aborter)
    for (const name of ['beforeunload', 'pagehide']) window.addEventListener(name, autosave.flush, aborter)
    // The sign-out dialog counts drafts, so store this one first.
    const saveUnsaved = async () => isDirty(editor.state()) && saveDraftOf(editor, userNo)
    const unregister = registerBeforeSignOut(saveUnsaved)
    const unsubscribe = onStoreRecovered(() => void saveUnsaved())
    return () => {
      unregister()
      unsubscribe()
      aborter.abort()
      autosave.flush()
      void editor.whenIdle().then(autosave.stop)
    }
  }, [editor, userNo])

  const requestKey = useSyncExternalStore(editor.subscribe, () => editor.state().requestKey)
  // Keeps the lock until a pending save ends, so that the outbox does not send the draft too.
  useEffect(() => {
    const release = lockDrafts(requestKey)
    return () => {
      addPendingSave(requestKey, editor.state().noteNo, editor.whenIdle().then(release))
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
 * Puts the note number and, while there are unsaved changes, the draft key into the URL, so that a reload continues this tab's text.
 * Bypasses the router, which would mount another screen and lose the focus and the IME composition.
 */
function useNoteAddress(editor: Editor) {
  const address = useSyncExternalStore(editor.subscribe, () => {
    const state = editor.state()
    const { noteNo, topicNo, requestKey } = state
    if (noteNo === null) return isDirty(state) ? paths.draft(topicNo, requestKey) : paths.createNote(topicNo)
    return isDirty(state) ? paths.draftOfNote(noteNo, requestKey) : paths.updateNote(noteNo)
  })
  useEffect(() => history.replaceState(history.state, '', address), [address])
}
