import { type EditorState, isDirty } from './note.editor.ts'

/** A key is at most this old, in milliseconds, when what it wrote is kept. */
const KEPT_WITHIN_MS = 700

interface DraftKeeperParts {
  state: () => EditorState
  subscribe: (listener: () => void) => () => void
  keep: (state: EditorState) => void
  /** The server has it all. `noteNo` is null for the draft of a note that had no number yet. */
  drop: (noteNo: number | null) => void
}

/**
 * Keeps a draft of whatever the server does not have, and drops it as soon as it does. `flush` keeps at once what still
 * waits; `stop` does so, too, and ends.
 */
export function startDraftKeeper({ state, subscribe, keep, drop }: DraftKeeperParts) {
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
    if (before.noteNo === null && now.noteNo !== null) drop(null)
    if (before.writing === now.writing && before.saved === now.saved) return
    if (isDirty(now)) {
      timer ??= setTimeout(flush, KEPT_WITHIN_MS)
      return
    }
    clearTimeout(timer)
    timer = undefined
    drop(now.noteNo)
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
