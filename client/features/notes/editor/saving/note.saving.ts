import { hasPictures } from '#protocol/pictureAddress.ts'
import { asCopy, bothInOne } from './note.conflict.ts'
import {
  encodeNoteText,
  isSameContent,
  type NoteContent,
  titled,
  validationErrorsOf,
} from './note.content.ts'
import { type DeliveryCalls, deliver } from './note.delivery.ts'
import {
  baseOf,
  type EditorAction,
  type EditorState,
  isDirty,
  reduceEditor,
  type SaveReason,
} from './note.editor.ts'

interface EditorParts extends DeliveryCalls {
  start: EditorState
  /** Brings the pictures up that a text waits for, and answers with the text that has their addresses. Throws what calls throw. */
  settlePictures: (text: string) => Promise<string>
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
  /** Whether the server has now what was written when it was called. Failures stand in the state; it never throws. */
  save: (how: SaveReason) => Promise<boolean>
  /** Brings an earlier text back, after saving what is not saved yet. Answers as `save` does. */
  restore: (writing: NoteContent) => Promise<boolean>
  /** Ends a conflict with both texts: in this note, or mine in a new one. Answers as `save` does. */
  keepBoth: () => Promise<boolean>
  /** Saves what is written as another note, when the one it was written on is gone. Answers as `save` does. */
  saveAnew: () => Promise<boolean>
}

/** Holds an editor's state and saves it, one save at a time. */
export function createEditor({
  start,
  post,
  update,
  settlePictures,
  makeRequestKey,
  now,
}: EditorParts): Editor {
  const listeners = new Set<() => void>()
  let state = start
  let underWay: Promise<boolean> | null = null
  /** Of my text as a new note; the same until that note is there. */
  let copyKey: string | null = null

  function dispatch(action: EditorAction) {
    state = reduceEditor(state, action)
    for (const listener of listeners) listener()
  }

  async function save(how: SaveReason): Promise<boolean> {
    // Of several that wait one goes on, and the others wait for that.
    while (underWay !== null) {
      if (how === 'auto') return false
      await underWay
    }
    if (state.conflict !== null) return false
    if (state.noteNo !== null && !isDirty(state)) {
      if (how === 'manual') dispatch({ type: 'alreadySaved' })
      return true
    }
    if (canTakeTitle(how)) takeTitle()
    if (Object.keys(validationErrorsOf(state.writing)).length > 0) {
      dispatch({ type: 'flawFound' })
      return false
    }
    underWay = send(how, state.writing).finally(() => {
      underWay = null
    })
    return underWay
  }

  /** The clock leaves a note alone whose title was taken out to write another one. */
  const canTakeTitle = (how: SaveReason) => how === 'manual' || state.noteNo === null

  function takeTitle(): void {
    const { title } = titled(state.writing)
    if (title !== state.writing.title) dispatch({ type: 'typed', change: { title } })
  }

  async function whenIdle(): Promise<void> {
    while (underWay !== null) await underWay
  }

  async function send(how: SaveReason, asked: NoteContent): Promise<boolean> {
    dispatch({ type: 'asked', at: now() })
    try {
      const writing = await settled(asked)
      const delivery = { ...state, writing, base: baseOf(state) }
      dispatch({ type: 'sent', writing })
      const answer = await deliver({ post, update }, delivery)
      if ('theirs' in answer) dispatch({ type: 'conflicted', ...answer })
      else dispatch({ type: 'saved', how, writing, at: now(), ...answer })
      return !('theirs' in answer)
    } catch (error) {
      dispatch({ type: 'failed', error, how })
      return false
    }
  }

  /** With the addresses of its pictures, which go up first. */
  async function settled(writing: NoteContent): Promise<NoteContent> {
    return hasPictures(writing.text) ? { ...writing, text: await settlePictures(writing.text) } : writing
  }

  async function restore(writing: NoteContent): Promise<boolean> {
    if (isDirty(state) && !(await save('manual'))) return false
    if (isSameContent(state.writing, writing)) return true
    dispatch({ type: 'restored', writing })
    return save('manual')
  }

  async function keepBoth(): Promise<boolean> {
    const { conflict, writing } = state
    if (conflict === null) return false
    const both = bothInOne(writing, conflict)
    if (Object.keys(validationErrorsOf(both)).length === 0) {
      dispatch({ type: 'keptBoth', writing: both })
      return save('manual')
    }
    return keepAsNewNote(writing)
  }

  async function keepAsNewNote(writing: NoteContent): Promise<boolean> {
    const copy = asCopy(writing)
    if (Object.keys(validationErrorsOf(copy)).length > 0) {
      dispatch({ type: 'flawFound' })
      return false
    }
    copyKey ??= makeRequestKey()
    dispatch({ type: 'copying' })
    try {
      const { title, text } = await settled(copy)
      await post({ topicNo: state.topicNo, requestKey: copyKey, title, text: encodeNoteText(text) })
    } catch (error) {
      dispatch({ type: 'failed', error, how: 'manual' })
      return false
    }
    copyKey = null
    // What was typed since then is not in the copy.
    if (!isSameContent(state.writing, writing)) return keepAsNewNote(state.writing)
    dispatch({ type: 'tookTheirs' })
    dispatch({ type: 'copied', title: copy.title })
    return true
  }

  async function saveAnew(): Promise<boolean> {
    await underWay
    dispatch({ type: 'startedAnew', requestKey: makeRequestKey() })
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
    saveAnew,
  }
}
