import type { MarkdownTask } from '#protocol/markdown/task.rules.ts'

interface TaskToggle {
  /** Zero-based line of the task. */
  line: number
  /** The line with an empty box. Identifies the task after the text has changed. */
  task: string
  isDone: boolean
}

/** The first brackets of the line. */
const TASK_BOX = /^([^[]*\[)[ xX]\]/
const LINE_END = /(\r\n?|\n)/

export function createToggle(text: string, { line }: MarkdownTask, isDone: boolean): TaskToggle {
  return { line, task: withEmptyBox(linesOf(text)[2 * line] ?? ''), isDone }
}

/**
 * Applies toggles in order. A task on a moved line is found by its text if that text is unique; tasks that are not found are returned in
 * `lost`.
 */
export function applyToggles(
  text: string,
  toggles: readonly TaskToggle[],
): { text: string; lost: TaskToggle[] } {
  const parts = linesOf(text)
  const lost = toggles.filter(toggle => {
    const index = findTaskLine(parts, toggle)
    if (index === undefined) return true
    parts[index] = toggle.task.replace(TASK_BOX, toggle.isDone ? '$1x]' : '$1 ]')
    return false
  })
  return { text: parts.join(''), lost }
}

/** Lines and line breaks, alternating. */
function linesOf(text: string): string[] {
  return text.split(LINE_END)
}

function findTaskLine(parts: readonly string[], { line, task }: TaskToggle): number | undefined {
  if (!TASK_BOX.test(task)) return undefined
  if (withEmptyBox(parts[2 * line] ?? '') === task) return 2 * line
  const matching = parts.flatMap((part, index) => (withEmptyBox(part) === task ? [index] : []))
  return matching.length === 1 ? matching[0] : undefined
}

function withEmptyBox(line: string): string {
  return line.replace(TASK_BOX, '$1 ]')
}

export interface SavedNote {
  title: string
  /** Plain, not percent-encoded. */
  text: string
  version: number
}

interface TaskTogglerOptions {
  /** Saves over the given version. Returns the note on the server; `isMine` is false after a version conflict. */
  save: (note: SavedNote) => Promise<{ isMine: boolean; note: SavedNote }>
  /** Toggles were reverted, because their tasks are no longer in the text. */
  onLost: () => void
  /** Toggles were reverted, because saving failed. */
  onFailed: (error: unknown) => void
}

interface TaskToggler {
  /** The note with unsaved toggles; null before the first toggle. Returns the same object until it changes. */
  getShownNote: () => SavedNote | null
  subscribe: (listener: () => void) => () => void
  /** `note`: the last fetched version. */
  toggle: (note: SavedNote, task: MarkdownTask, isDone: boolean) => void
  /** Resolves when everything is saved. Never rejects. */
  whenIdle: () => Promise<void>
}

/** Toggles tasks of a note optimistically and runs one save at a time, each on the result of the previous one. */
export function createTaskToggler({ save, onLost, onFailed }: TaskTogglerOptions): TaskToggler {
  const listeners = new Set<() => void>()
  let savedNote: SavedNote | null = null
  let shownNote: SavedNote | null = null
  let pendingToggles: readonly TaskToggle[] = []
  let currentSave: Promise<void> | null = null

  function updateShownNote(): void {
    shownNote = savedNote && { ...savedNote, text: applyToggles(savedNote.text, pendingToggles).text }
    for (const listener of listeners) listener()
  }

  async function saveAll(): Promise<void> {
    try {
      while (savedNote !== null && pendingToggles.length > 0) savedNote = await saveOnce(savedNote)
    } catch (error) {
      pendingToggles = []
      onFailed(error)
    }
    currentSave = null
    updateShownNote()
  }

  async function saveOnce(base: SavedNote): Promise<SavedNote> {
    const sentCount = pendingToggles.length
    const { text } = applyToggles(base.text, pendingToggles)
    const result = text === base.text ? { isMine: true, note: base } : await save({ ...base, text })
    if (result.isMine) {
      pendingToggles = pendingToggles.slice(sentCount)
      return result.note
    }
    const { lost } = applyToggles(result.note.text, pendingToggles)
    pendingToggles = pendingToggles.filter(toggle => !lost.includes(toggle))
    if (lost.length > 0) onLost()
    return result.note
  }

  return {
    getShownNote: () => shownNote,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    toggle(note, task, isDone) {
      if (currentSave === null && note.version > (savedNote?.version ?? 0)) savedNote = note
      const text = applyToggles((savedNote ?? note).text, pendingToggles).text
      pendingToggles = [...pendingToggles, createToggle(text, task, isDone)]
      updateShownNote()
      currentSave ??= saveAll()
    },
    async whenIdle() {
      await currentSave
    },
  }
}
