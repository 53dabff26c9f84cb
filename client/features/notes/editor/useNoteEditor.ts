import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { connectDocument, documentTransport } from '#client/features/documents/connectDocument.ts'
import { lockCopy, storeCopy } from '#client/features/documents/documentStore.ts'
import { createNoteDocument } from '#client/features/documents/noteDocument.ts'
import { createPresence, type Presence } from '#client/features/documents/presence.ts'
import { deleteOrphans } from '#client/features/notes/attachments/picture.store.ts'
import { createUserUploads, type Uploads } from '#client/features/notes/attachments/picture.uploads.ts'
import { useNotesChanged } from '#client/features/notes/notes.queries.ts'
import { createEditor, type Editor, isDirty } from '#client/features/notes/sync/editor.ts'
import { createSaveCalls } from '#client/features/notes/sync/saveCalls.ts'
import {
  AUTOSAVE_KEY,
  useAutosave,
  useRemoteChanges,
  useSaveRetry,
} from '#client/features/notes/sync/useServerSync.ts'
import { emitVolatile, onEvent } from '#client/live/eventBus.ts'
import { onStoreRecovered } from '#client/platform/browser/deviceStore.ts'
import { makeRequestKey } from '#client/platform/browser/requestKey.ts'
import { readStored } from '#client/platform/browser/storage.ts'
import { registerBeforeSignOut } from '#client/session/session.beforeSignOut.ts'
import type { EditorStart } from './note.start.ts'
import { useNoteAddress } from './useNoteAddress.ts'

/** Creates the editor and connects it to the server, to the copy of this device, to auto-save and to the URL. */
export function useNoteEditor(
  userNo: number,
  start: EditorStart,
): { editor: Editor; uploads: Uploads; presence: Presence } {
  const cache = useQueryClient()
  const notesChanged = useNotesChanged()
  const [uploads] = useState(() => createUserUploads(userNo))
  const [editor] = useState(() => {
    const document = createNoteDocument({
      userNo,
      copyId: start.copy?.copyId ?? makeRequestKey(),
      start: start.note,
      copy: start.copy,
      transport: documentTransport,
      ...createSaveCalls(userNo, cache, notesChanged),
      uploadPictures: uploads.uploadAll,
      store: storeCopy,
      now: Date.now,
    })
    // On unless the user has turned it off.
    return createEditor({ document, isAutosaving: readStored(AUTOSAVE_KEY) !== 'false', now: Date.now })
  })
  useEffect(() => registerBeforeSignOut(editor.whenIdle), [editor])
  useEffect(() => void deleteOrphans(userNo, Date.now()), [userNo])
  useDocument(editor)
  const presence = usePresence(editor)
  useAutosave(editor)
  useSaveRetry(editor)
  useRemoteChanges(editor)
  useWarningBeforeUnload(editor)
  useNoteAddress(editor)
  return { editor, uploads, presence }
}

/** Connects the document while the editor is mounted, and stores it on this device when the page may end. */
function useDocument({ document: note }: Editor) {
  useEffect(() => {
    const { copyId, sync } = note
    const release = lockCopy(copyId)
    const disconnect = connectDocument(sync)
    const aborter = new AbortController()
    const storeNow = () => void note.storeNow()
    // Phones close a hidden page without firing another event.
    document.addEventListener('visibilitychange', storeNow, aborter)
    for (const name of ['beforeunload', 'pagehide']) window.addEventListener(name, storeNow, aborter)
    const unregister = registerBeforeSignOut(note.storeNow)
    const unsubscribe = onStoreRecovered(storeNow)
    return () => {
      unregister()
      unsubscribe()
      aborter.abort()
      disconnect()
      void note.close().then(release)
    }
  }, [note])
}

/** Who else writes the document. */
function usePresence({ document: note, subscribe }: Editor): Presence {
  const [presence] = useState(() =>
    createPresence(note.sync, update => {
      const { documentId } = note.sync.opened() ?? {}
      if (documentId !== undefined) emitVolatile('document:presence', { documentId, update })
    }),
  )
  useEffect(() => {
    let isOffline = false
    const unsubscribes = [
      onEvent('document:presence', ({ documentId, ...received }) => {
        if (documentId === note.sync.opened()?.documentId) presence.receive(received)
      }),
      onEvent('document:ended', ({ documentId }) => {
        if (documentId === note.sync.opened()?.documentId) presence.clear()
      }),
      // Carets move with the text.
      subscribe(() => {
        const wasOffline = isOffline
        isOffline = note.sync.status().kind === 'offline'
        if (isOffline && !wasOffline) presence.forgetOthers()
        if (!isOffline && wasOffline) presence.announce()
        if (presence.writers().length > 0) presence.update()
      }),
    ]
    return () => {
      for (const stop of unsubscribes) stop()
      presence.stop()
    }
  }, [presence, note, subscribe])
  return presence
}

/** Only for text that neither the server nor this device has. */
function useWarningBeforeUnload(editor: Editor) {
  const isLost = useSyncExternalStore(editor.subscribe, () => {
    const { status, canStore } = editor.state()
    return isDirty(editor.state()) && status.kind !== 'synced' && !canStore
  })
  useEffect(() => {
    if (!isLost) return
    const warn = (event: Event) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isLost])
}
