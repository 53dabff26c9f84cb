import type { Part } from '#client/features/notes/series/series.queries.ts'
import type { MarkdownTask } from '#protocol/markdown/task.rules.ts'
import { createTaskToggler, type SavedNote } from './taskToggler.ts'

type TaskToggler = ReturnType<typeof createTaskToggler>

interface PartTogglersOptions extends Omit<Parameters<typeof createTaskToggler>[0], 'save'> {
  save: (partNo: number, note: SavedNote) => Promise<{ isMine: boolean; note: SavedNote }>
}

/** Toggles tasks in the parts of a series, each of which is saved by itself. */
export function createPartTogglers({ save, ...callbacks }: PartTogglersOptions) {
  const togglers = new Map<number, TaskToggler>()
  const listeners = new Set<() => void>()
  let shownNotes: ReadonlyMap<number, SavedNote> = new Map()

  function update(): void {
    shownNotes = new Map(
      Array.from(togglers).flatMap(([partNo, toggler]) => {
        const note = toggler.getShownNote()
        return note ? [[partNo, note] as const] : []
      }),
    )
    for (const listener of listeners) listener()
  }

  function togglerOf(partNo: number): TaskToggler {
    const toggler =
      togglers.get(partNo) ?? createTaskToggler({ save: note => save(partNo, note), ...callbacks })
    if (!togglers.has(partNo)) toggler.subscribe(update)
    togglers.set(partNo, toggler)
    return toggler
  }

  return {
    /** The parts with unsaved toggles, by number. Returns the same object until one changes. */
    getShownNotes: () => shownNotes,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** `part`: the last fetched version. The line of the task counts from the beginning of the part. */
    toggle({ noteNo, ...note }: Part, task: MarkdownTask, isDone: boolean): void {
      togglerOf(noteNo).toggle(note, task, isDone)
    },
    /** Resolves when everything is saved. Never rejects. */
    whenIdle: async () => void (await Promise.all(Array.from(togglers.values(), each => each.whenIdle()))),
  }
}
