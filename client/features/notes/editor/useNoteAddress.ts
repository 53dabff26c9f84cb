import { useEffect, useRef, useSyncExternalStore } from 'react'
import { type Editor, isDirty } from '#client/features/notes/sync/editor.ts'
import { paths } from '#client/paths.ts'

/**
 * Puts the number of the note, or the document of a new note with text, into the URL, so that a reload opens it. Bypasses the router, which
 * would mount another screen and lose the focus and the composition.
 */
export function useNoteAddress(editor: Pick<Editor, 'subscribe' | 'state'>): void {
  const address = useSyncExternalStore(editor.subscribe, () => {
    const state = editor.state()
    const { noteNo, topicNo, documentId } = state
    if (noteNo !== null) return paths.updateNote(noteNo)
    return isDirty(state) ? paths.draft(topicNo, documentId) : paths.createNote(topicNo)
  })
  const written = useRef<string | null>(null)
  useEffect(() => {
    // The next screen has set its URL already, although this one is shown until it has loaded.
    if (written.current !== null && written.current !== location.href) return
    history.replaceState(history.state, '', address)
    written.current = location.href
  }, [address])
}
