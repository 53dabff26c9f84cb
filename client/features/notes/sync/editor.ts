import { useSyncExternalStore } from 'react'
import { hasPictures } from '#protocol/pictureAddress.ts'
import {
  baseOf,
  type EditorAction,
  type EditorState,
  isDirty,
  reduceEditor,
  type SaveReason,
} from './editor.reducer.ts'
import {
  createCopy,
  encodeNoteText,
  isSameContent,
  mergeContents,
  type NoteContent,
  validationErrorsOf,
  withTitle,
} from './note.content.ts'
import { type NoteCalls, uploadNote } from './note.upload.ts'

interface EditorDependencies extends NoteCalls {
  start: EditorState
  /** Uploads the pictures of a text and returns the text with their addresses. Throws what calls throw. */
  uploadPictures: (text: string) => Promise<string>
  makeRequestKey: () => string
  /** Milliseconds since 1970. */
  now: () => number
}

export interface Editor {
  state: () => EditorState
  subscribe: (listener: () => void) => () => void
  dispatch: (action: EditorAction) => void
  /** Resolves once no save is under way. */
  whenIdle: () => Promise<void>
  /** Returns whether the content at call time is saved. Never throws; the state holds the failure. */
  save: (reason: SaveReason) => Promise<boolean>
  /** Saves unsaved changes, then restores an earlier content. Returns like `save`. */
  restore: (content: NoteContent) => Promise<boolean>
  /** Resolves a conflict by merging both texts, or by copying mine into a new note if they do not fit. Returns like `save`. */
  keepBoth: () => Promise<boolean>
  /** Saves the content as a new note after the note was deleted. Returns like `save`. */
  saveAsNewNote: () => Promise<boolean>
}

/** Holds the state of an editor and runs one save at a time. */
export function createEditor({
  start,
  post,
  update,
  uploadPictures,
  makeRequestKey,
  now,
}: EditorDependencies): Editor {
  const listeners = new Set<() => void>()
  let state = start
  let currentSave: Promise<boolean> | null = null
  /** Request key of the copy; reused until the copy is saved. */
  let copyKey: string | null = null

  function dispatch(action: EditorAction) {
    state = reduceEditor(state, action)
    for (const listener of listeners) listener()
  }

  async function save(reason: SaveReason): Promise<boolean> {
    // Several callers may wait here; the loop lets one continue at a time.
    while (currentSave !== null) {
      if (reason === 'auto') return false
      await currentSave
    }
    if (state.conflict !== null) return false
    if (state.noteNo !== null && !isDirty(state)) {
      if (reason === 'manual') dispatch({ type: 'alreadySaved' })
      return true
    }
    if (canDeriveTitle(reason)) deriveTitle()
    if (Object.keys(validationErrorsOf(state.content)).length > 0) {
      dispatch({ type: 'validationFailed' })
      return false
    }
    currentSave = send(reason, state.content).finally(() => {
      currentSave = null
    })
    return currentSave
  }

  /** Auto-save leaves an emptied title of a saved note alone: the user may be about to type another title. */
  const canDeriveTitle = (reason: SaveReason) => reason === 'manual' || state.noteNo === null

  function deriveTitle(): void {
    const { title } = withTitle(state.content)
    if (title !== state.content.title) dispatch({ type: 'typed', change: { title } })
  }

  async function whenIdle(): Promise<void> {
    while (currentSave !== null) await currentSave
  }

  async function send(reason: SaveReason, requested: NoteContent): Promise<boolean> {
    dispatch({ type: 'saveRequested', at: now() })
    try {
      const content = await withUploadedPictures(requested)
      // The text area, which receives the addresses as well, may be gone by now.
      if (isSameContent(state.content, requested)) dispatch({ type: 'typed', change: content })
      const upload = { ...state, content, base: baseOf(state) }
      dispatch({ type: 'saveSent', content })
      const result = await uploadNote({ post, update }, upload)
      if ('theirs' in result) dispatch({ type: 'conflictFound', ...result })
      else dispatch({ type: 'saved', reason, content, at: now(), ...result })
      return !('theirs' in result)
    } catch (error) {
      dispatch({ type: 'failed', error, reason })
      return false
    }
  }

  async function withUploadedPictures(content: NoteContent): Promise<NoteContent> {
    return hasPictures(content.text) ? { ...content, text: await uploadPictures(content.text) } : content
  }

  async function restore(content: NoteContent): Promise<boolean> {
    if (isDirty(state) && !(await save('manual'))) return false
    if (isSameContent(state.content, content)) return true
    dispatch({ type: 'restored', content })
    return save('manual')
  }

  async function keepBoth(): Promise<boolean> {
    const { conflict, content } = state
    if (conflict === null) return false
    const both = mergeContents(content, conflict)
    if (Object.keys(validationErrorsOf(both)).length === 0) {
      dispatch({ type: 'bothChosen', content: both })
      return save('manual')
    }
    return saveCopy(content)
  }

  async function saveCopy(content: NoteContent): Promise<boolean> {
    const copy = createCopy(content)
    if (Object.keys(validationErrorsOf(copy)).length > 0) {
      dispatch({ type: 'validationFailed' })
      return false
    }
    copyKey ??= makeRequestKey()
    dispatch({ type: 'copyStarted' })
    try {
      const { title, text } = await withUploadedPictures(copy)
      await post({ topicNo: state.topicNo, requestKey: copyKey, title, text: encodeNoteText(text) })
    } catch (error) {
      dispatch({ type: 'failed', error, reason: 'manual' })
      return false
    }
    copyKey = null
    // The user typed during the copy, so copy again.
    if (!isSameContent(state.content, content)) return saveCopy(state.content)
    dispatch({ type: 'theirsChosen' })
    dispatch({ type: 'copied', title: copy.title })
    return true
  }

  async function saveAsNewNote(): Promise<boolean> {
    await currentSave
    dispatch({ type: 'newNoteStarted', requestKey: makeRequestKey() })
    return save('manual')
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    dispatch,
    whenIdle,
    save,
    restore,
    keepBoth,
    saveAsNewNote,
  }
}

/**
 * Subscribes to a part of the editor state. The content changes at every key press, so select it only in components that show it. `select`
 * must return the same value for the same state, so it must not create objects.
 */
export function useEditorState<Part>(editor: Editor, select: (state: EditorState) => Part): Part {
  return useSyncExternalStore(editor.subscribe, () => select(editor.state()))
}
