import { type EditorState, isDirty } from '#client/features/notes/editor/saving/note.editor.ts'

/** A key is at most this old, in milliseconds, when what it wrote is kept. */
const KEPT_WITHIN_MS = 700

interface DraftAutosaveParts {
  state: () => EditorState
  subscribe: (listener: () => void) => () => void
  keep: (state: EditorState) => unknown
  /** What was kept under this state's note, topic and key is needed no more. */
  drop: (state: EditorState) => void
}

/**
 * Keeps a draft of whatever the server does not have, and drops it as soon as it does. `flush` keeps at once what still
 * waits; `stop` does so, too, and ends.
 */
export function startDraftAutosave({ state, subscribe, keep, drop }: DraftAutosaveParts) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let seen = state()

  function flush() {
    if (timer === undefined) return
    clearTimeout(timer)
    timer = undefined
    keep(state())
  }

  function follow() {
    const before = seen
    const now = state()
    seen = now
    const hasMoved = !isSamePlace(before, now)
    const isUrgent = hasMoved || isOtherwiseSent(before, now)
    // Taken up as it is: from now on it is its writer's.
    const isTaken = before.offered !== null && now.offered === null
    if (!isUrgent && !isTaken && before.writing === now.writing && before.saved === now.saved) return
    if (isDirty(now) && !isUrgent) {
      timer ??= setTimeout(flush, KEPT_WITHIN_MS)
      return
    }
    clearTimeout(timer)
    timer = undefined
    // First where it now belongs: at no moment it is nowhere.
    if (isDirty(now)) keep(now)
    if (hasMoved) drop(before)
    if (!isDirty(now)) drop(now)
  }

  const unsubscribe = subscribe(follow)
  return {
    flush,
    stop() {
      unsubscribe()
      flush()
    },
  }
}

/** Whether its saving was asked for, or has failed, between both: whoever closes the page now must find that kept. */
function isOtherwiseSent(one: EditorState, other: EditorState): boolean {
  if (other.askedAt === null) return one.askedAt !== null
  return one.askedAt !== other.askedAt || one.unanswered !== other.unanswered || one.message !== other.message
}

/** Whether a draft of both stands in the same place: the first save, another topic and a note that is gone change it. */
function isSamePlace(one: EditorState, other: EditorState): boolean {
  if (one.noteNo !== other.noteNo || one.requestKey !== other.requestKey) return false
  return one.noteNo !== null || one.topicNo === other.topicNo
}
