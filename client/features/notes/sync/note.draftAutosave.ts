import { type EditorState, isDirty } from '#client/features/notes/sync/editor.reducer.ts'

/** Maximum delay between a key press and the stored draft. */
const AUTOSAVE_DELAY_MS = 700

interface DraftAutosaveOptions {
  state: () => EditorState
  subscribe: (listener: () => void) => () => void
  save: (state: EditorState) => unknown
  /** Deletes the draft of this state. */
  remove: (state: EditorState) => void
}

/**
 * Stores a draft while there are unsaved changes, and deletes it after they are saved. `flush` stores a delayed draft at once; `stop`
 * flushes and unsubscribes.
 */
export function startDraftAutosave({ state, subscribe, save, remove }: DraftAutosaveOptions) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let previous = state()

  function flush() {
    if (timer === undefined) return
    clearTimeout(timer)
    timer = undefined
    save(state())
  }

  function onStateChange() {
    const before = previous
    const now = state()
    previous = now
    const hasSubjectChanged = !isSameSubject(before, now)
    const isUrgent = hasSubjectChanged || hasSendStateChanged(before, now)
    // An accepted draft belongs to the user even if unchanged.
    const isAccepted = before.offeredDraft !== null && now.offeredDraft === null
    if (
      !isUrgent &&
      !isAccepted &&
      before.content === now.content &&
      before.savedContent === now.savedContent
    )
      return
    if (isDirty(now) && !isUrgent) {
      timer ??= setTimeout(flush, AUTOSAVE_DELAY_MS)
      return
    }
    clearTimeout(timer)
    timer = undefined
    // Save before removing, so that the draft exists at every moment.
    if (isDirty(now)) save(now)
    if (hasSubjectChanged) remove(before)
    if (!isDirty(now)) remove(now)
  }

  const unsubscribe = subscribe(onStateChange)
  return {
    flush,
    stop() {
      unsubscribe()
      flush()
    },
  }
}

/** Whether a save was requested, sent or failed. Such changes are stored at once, because the user may close the page now. */
function hasSendStateChanged(one: EditorState, other: EditorState): boolean {
  if (other.saveRequestedAt === null) return one.saveRequestedAt !== null
  return (
    one.saveRequestedAt !== other.saveRequestedAt ||
    one.unacknowledged !== other.unacknowledged ||
    one.message !== other.message
  )
}

/** Whether both states store their draft under the same key. The first save, a move to another topic and a new note change the key. */
function isSameSubject(one: EditorState, other: EditorState): boolean {
  if (one.noteNo !== other.noteNo || one.requestKey !== other.requestKey) return false
  return one.noteNo !== null || one.topicNo === other.topicNo
}
