import { useSyncExternalStore } from 'react'
import { STEP } from '#client/features/documents/documentUndo.ts'
import type { NoteDocumentState } from '#client/features/documents/noteDocument.state.ts'
import type { NoteDocument } from '#client/features/documents/noteDocument.ts'
import { isUnsaved } from '#client/features/documents/unsaved.ts'
import { CallFailed } from '#client/platform/calls/callFailed.ts'
import { diffContent, diffText } from '#protocol/document/merge.ts'
import { bodyLength, isSameContent, type NoteContent, validationErrorsOf, withTitle } from './note.content.ts'

/** Message of the status line. Times are milliseconds since 1970. */
export type EditorMessage =
  | { kind: 'saved' | 'autosaved'; at: number }
  | { kind: 'autosaveOn' | 'autosaveOff' }
  | { kind: 'failed'; error: unknown; reason: SaveReason }
  /** The text may not become longer. */
  | { kind: 'full' }
  /** Somebody else has changed the passage that the user is writing. */
  | { kind: 'passageChanged'; at: number }
  /** Restoring waits until the others have finished their sentence. */
  | { kind: 'waitsForOthers' }

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
  tell: (message: EditorMessage) => void
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

/** How long a message stays that later changes do not answer, in milliseconds. */
const MESSAGE_MS = 8_000

/** Whether a message does not describe the present state any more. */
function isOutdated(message: EditorMessage, before: NoteDocumentState, now: NoteDocumentState): boolean {
  switch (message.kind) {
    case 'failed':
    case 'waitsForOthers':
      return false
    case 'full':
      return bodyLength(now.content) < bodyLength(before.content)
    case 'passageChanged':
      return Date.now() - message.at > MESSAGE_MS
    case 'saved':
    case 'autosaved':
      return isUnsaved(now)
    default:
      return (
        !isSameContent(before.content, now.content) ||
        !isSameContent(before.savedContent, now.savedContent) ||
        (now.status.kind === 'offline' && before.status.kind !== 'offline')
      )
  }
}

/** The user may no longer write the note of somebody else. */
export const hasEndedTogether = (state: EditorState) => state.isGuest && isGone(state)

/** Its text could give a draft a title, but another device, which this one does not reach, may have given it one. */
const mayGetTitleElsewhere = ({ noteNo, status, content }: EditorState) =>
  noteNo === null && status.kind === 'offline' && content.title.trim() === ''

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
    const next = document.state()
    if (own.message !== null && isOutdated(own.message, state, next)) own = { ...own, message: null }
    state = { ...next, ...own }
    for (const listener of listeners) listener()
  }
  document.subscribe(update)

  async function save(reason: SaveReason, keepsEarlier = false): Promise<boolean> {
    if (reason === 'auto' && (state.isSaving || mayGetTitleElsewhere(state))) return false
    if (state.noteNo !== null && !isUnsaved(state)) {
      if (reason === 'manual' && state.savedAt !== null && !isGone(state))
        change({ message: { kind: 'saved', at: state.savedAt } })
      // An earlier attempt may be pending, whose text has been saved otherwise.
      return document.save()
    }
    // Auto-save leaves an emptied title of a saved note alone: the user may be about to type another title.
    if (reason === 'manual' || state.noteNo === null) fillTitle()
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

  /** Otherwise the beginning of a sentence would be replaced, and its end be left over. */
  async function letOthersFinish(): Promise<void> {
    change({ message: { kind: 'waitsForOthers' } })
    await document.sync.whenOthersPause()
    if (state.message?.kind === 'waitsForOthers') change({ message: null })
  }

  function fillTitle(): void {
    const { content } = document.state()
    const { title } = withTitle(content)
    if (title !== content.title) document.sync.fillTitle(title)
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
      if (state.isTogether) await letOthersFinish()
      // The second save is for what is typed during the first one.
      for (let saves = 0; saves < 2 && isUnsaved(state); saves += 1) if (!(await save('manual'))) return false
      const current = document.state().content
      if (isSameContent(current, content)) return true
      document.edit(diffContent(current, content), STEP)
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
    tell: message => change({ message }),
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
