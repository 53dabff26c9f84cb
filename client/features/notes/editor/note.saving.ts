import type { InputOf, ReplyOf } from '#protocol/call.ts'
import { decodeText } from '#protocol/encoding.ts'
import type { postNote, updateNote } from '#protocol/notes.ts'
import { asCopy, bothInOne } from './note.conflict.ts'
import {
  type EditorAction,
  type EditorState,
  encodeNoteText,
  flawsOf,
  isDirty,
  isSameWriting,
  type OtherVersion,
  reduceEditor,
  type SaveReason,
  type Writing,
} from './note.editor.ts'

interface EditorParts {
  start: EditorState
  /** The first save may have reached the server before, without its answer reaching us. */
  mayBePosted: boolean
  post: (input: InputOf<typeof postNote>) => Promise<ReplyOf<typeof postNote>>
  update: (input: InputOf<typeof updateNote>) => Promise<ReplyOf<typeof updateNote>>
  makeRequestKey: () => string
  /** Milliseconds since 1970. */
  now: () => number
}

export interface Editor {
  state: () => EditorState
  subscribe: (listener: () => void) => () => void
  dispatch: (action: EditorAction) => void
  /** Whether the server has now what was written when it was called. Failures stand in the state; it never throws. */
  save: (how: SaveReason) => Promise<boolean>
  /** Brings an earlier text back, after saving what is not saved yet. Answers as `save` does. */
  restore: (writing: Writing) => Promise<boolean>
  /** Ends a conflict with both texts: in this note, or mine in a new one. Answers as `save` does. */
  keepBoth: () => Promise<boolean>
  /** Saves what is written as another note, when the one it was written on is gone. Answers as `save` does. */
  saveAnew: () => Promise<boolean>
}

type Delivered = { noteNo: number; version: number } | { noteNo: number; theirs: OtherVersion }

/** Holds an editor's state and saves it, one save at a time. */
export function createEditor({ start, mayBePosted, post, update, makeRequestKey, now }: EditorParts): Editor {
  const listeners = new Set<() => void>()
  let state = start
  let underWay: Promise<boolean> | null = null
  let isFirstPost = !mayBePosted
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
    if (Object.keys(flawsOf(state.writing)).length > 0) {
      dispatch({ type: 'flawFound' })
      return false
    }
    underWay = send(how, state.writing).finally(() => {
      underWay = null
    })
    return underWay
  }

  async function send(how: SaveReason, writing: Writing): Promise<boolean> {
    dispatch({ type: 'sent' })
    try {
      const answer = await deliver(writing)
      if ('theirs' in answer) dispatch({ type: 'conflicted', ...answer })
      else dispatch({ type: 'saved', how, writing, at: now(), ...answer })
      return !('theirs' in answer)
    } catch (error) {
      dispatch({ type: 'failed', error, how })
      return false
    }
  }

  async function deliver(writing: Writing): Promise<Delivered> {
    const content = { title: writing.title, text: encodeNoteText(writing.text) }
    let { noteNo, version } = state
    if (noteNo === null) {
      const isFresh = isFirstPost
      isFirstPost = false
      const made = await post({ topicNo: state.topicNo, requestKey: state.requestKey, ...content })
      noteNo = made.noteNo
      version = made.version
      if (isFresh) return { noteNo, version }
      // The note may be the one of an earlier attempt, with what was written then: bring it up to date.
    }
    const reply = await update({
      noteNo,
      version,
      ...content,
      ...(state.keepsEarlier && { keepEarlier: true }),
    })
    if (reply.success) return { noteNo, version: reply.version }
    const { title, text, version: newest, lastUpdate } = reply
    return { noteNo, theirs: { title, text: decodeText(text), version: newest, lastUpdate } }
  }

  async function restore(writing: Writing): Promise<boolean> {
    if (isDirty(state) && !(await save('manual'))) return false
    if (isSameWriting(state.writing, writing)) return true
    dispatch({ type: 'restored', writing })
    return save('manual')
  }

  async function keepBoth(): Promise<boolean> {
    const { conflict, writing } = state
    if (conflict === null) return false
    const both = bothInOne(writing, conflict)
    if (Object.keys(flawsOf(both)).length === 0) {
      dispatch({ type: 'keptBoth', writing: both })
      return save('manual')
    }
    return keepAsNewNote(writing)
  }

  async function keepAsNewNote(writing: Writing): Promise<boolean> {
    const copy = asCopy(writing)
    if (Object.keys(flawsOf(copy)).length > 0) {
      dispatch({ type: 'flawFound' })
      return false
    }
    copyKey ??= makeRequestKey()
    dispatch({ type: 'sent' })
    try {
      const text = encodeNoteText(copy.text)
      await post({ topicNo: state.topicNo, requestKey: copyKey, title: copy.title, text })
    } catch (error) {
      dispatch({ type: 'failed', error, how: 'manual' })
      return false
    }
    copyKey = null
    // What was typed since then is not in the copy.
    if (!isSameWriting(state.writing, writing)) return keepAsNewNote(state.writing)
    dispatch({ type: 'tookTheirs' })
    dispatch({ type: 'copied', title: copy.title })
    return true
  }

  async function saveAnew(): Promise<boolean> {
    await underWay
    isFirstPost = true
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
    save,
    restore,
    keepBoth,
    saveAnew,
  }
}
