import { useSyncExternalStore } from 'react'
import type { NoteDocumentState } from '#client/features/documents/noteDocument.state.ts'
import type { NoteDocument } from '#client/features/documents/noteDocument.ts'
import { isUnsaved } from '#client/features/documents/unsaved.ts'
import { CallFailed } from '#client/platform/calls/callFailed.ts'
import { diffContent, diffText } from '#protocol/document/merge.ts'
import { isSameContent, type NoteContent, validationErrorsOf, withTitle } from './note.content.ts'

/** Message of the status line. Times are milliseconds since 1970. */
export type EditorMessage =
  | { kind: 'saved' | 'autosaved'; at: number }
  | { kind: 'autosaveOn' | 'autosaveOff' }
  | { kind: 'failed'; error: unknown; reason: SaveReason }

export type SaveReason = 'manual' | 'auto'

export interface EditorState extends NoteDocumentState {
  isAutosaving: boolean
  /** A save failed validation, so the fields show their errors. */
  showsErrors: boolean
  message: EditorMessage | null
  /** The user has left the editor, which is on the screen until the next one is ready: the pending save is sent in the background. */
  isLeft: boolean
}

export interface Editor {
  document: NoteDocument
  state: () => EditorState
  subscribe: (listener: () => void) => () => void
  /** Returns whether the content at call time is saved. Never throws; the state holds the failure. */
  save: (reason: SaveReason) => Promise<boolean>
  /** Saves unsaved changes, then restores an earlier content. Returns like `save`. */
  restore: (content: NoteContent) => Promise<boolean>
  setTitle: (title: string) => void
  toggleAutosave: (isOn: boolean) => void
  /** Resolves once no save is under way. */
  whenIdle: () => Promise<void>
  /** The note was deleted elsewhere. */
  reportGone: () => void
  /** Leaves a pending save to the sender. */
  leave: () => void
  clearMessage: () => void
}

interface EditorOptions {
  document: NoteDocument
  isAutosaving: boolean
  /** Milliseconds since 1970. */
  now: () => number
}

export const isDirty = isUnsaved

/** The note or topic was deleted. The content can be saved as a new note. */
export function isGone(state: Pick<EditorState, 'message' | 'status' | 'isGone'>): boolean {
  const { message, status } = state
  const isClosed = status.kind === 'failed' && (status.error === 'notFound' || status.error === 'forbidden')
  if (state.isGone || isClosed) return true
  return (
    message?.kind === 'failed' && message.error instanceof CallFailed && message.error.code === 'notFound'
  )
}

/** The state of an editor around the document of its note. */
export function createEditor({ document, isAutosaving, now }: EditorOptions): Editor {
  const listeners = new Set<() => void>()
  let own: Pick<EditorState, 'isAutosaving' | 'showsErrors' | 'message' | 'isLeft'> = {
    isAutosaving,
    showsErrors: false,
    message: null,
    isLeft: false,
  }
  let state: EditorState = { ...document.state(), ...own }
  let saving: Promise<unknown> = Promise.resolve()

  function change(part: Partial<typeof own>): void {
    own = { ...own, ...part }
    update()
  }

  function update(): void {
    state = { ...document.state(), ...own }
    for (const listener of listeners) listener()
  }
  document.subscribe(update)

  async function save(reason: SaveReason, keepsEarlier = false): Promise<boolean> {
    if (reason === 'auto' && state.isSaving) return false
    if (state.noteNo !== null && !isUnsaved(state)) {
      if (reason === 'manual' && state.savedAt !== null && !isGone(state))
        change({ message: { kind: 'saved', at: state.savedAt } })
      // An earlier attempt may be pending, whose text has been saved otherwise.
      return document.save()
    }
    // Auto-save leaves an emptied title of a saved note alone: the user may be about to type another title.
    if (reason === 'manual' || state.noteNo === null) setTitle(withTitle(state.content).title)
    if (Object.keys(validationErrorsOf(state.content)).length > 0) {
      change({ showsErrors: true })
      return false
    }
    change({ showsErrors: false })
    const attempt = document.save(keepsEarlier)
    saving = attempt
    const isSaved = await attempt
    change({
      message: isSaved
        ? { kind: reason === 'auto' ? 'autosaved' : 'saved', at: now() }
        : { kind: 'failed', error: document.state().saveError, reason },
    })
    return isSaved
  }

  function setTitle(title: string): void {
    const before = document.state().content.title
    if (title !== before) document.edit({ title: diffText(before, title) })
  }

  return {
    document,
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    save: reason => save(reason),
    async restore(content) {
      if (isUnsaved(state) && !(await save('manual'))) return false
      const current = document.state().content
      if (isSameContent(current, content)) return true
      document.edit(diffContent(current, content))
      return save('manual', true)
    },
    setTitle,
    toggleAutosave: isOn =>
      change({
        isAutosaving: isOn,
        message: isGone(state) ? state.message : { kind: isOn ? 'autosaveOn' : 'autosaveOff' },
      }),
    whenIdle: async () => void (await saving),
    reportGone: () =>
      change({
        message: { kind: 'failed', error: new CallFailed({ code: 'notFound', status: 404 }), reason: 'auto' },
      }),
    leave: () => change({ isLeft: true }),
    clearMessage: () => change({ message: null }),
  }
}

/**
 * Subscribes to a part of the editor state. The content changes at every key press, so select it only in components that show it. `select`
 * must return the same value for the same state, so it must not create objects.
 */
export function useEditorState<Part>(editor: Editor, select: (state: EditorState) => Part): Part {
  return useSyncExternalStore(editor.subscribe, () => select(editor.state()))
}
