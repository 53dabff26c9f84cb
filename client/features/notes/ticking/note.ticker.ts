import type { WrittenTask } from '#client/markdown/task.rules.ts'
import { afterTicks, type Tick, tickOf } from './ticking.rules.ts'

/** What the server has of a note. */
export interface SavedNote {
  title: string
  /** Plain, not percent-encoded. */
  text: string
  version: number
}

interface TickerParts {
  /** Saves a text over the version that it builds on; answers with what the server has then, be it another's. */
  save: (note: SavedNote) => Promise<{ isMine: boolean; note: SavedNote }>
  /** Ticks were taken back, for the text has changed and they have no place in it any more. */
  onLost: () => void
  /** Ticks were taken back, for they could not be saved. */
  onFailed: (error: unknown) => void
}

export interface Ticker {
  /** With what is ticked and not saved yet; null before the first tick. The same object until something changes. */
  shown: () => SavedNote | null
  subscribe: (listener: () => void) => () => void
  /** `note`: as it was fetched last. */
  tick: (note: SavedNote, task: WrittenTask, isDone: boolean) => void
  /** Resolves when nothing is to be saved any more. Never rejects. */
  settled: () => Promise<void>
}

/** Ticks a note's tasks at once and saves them one save at a time, each on what the server had after the one before. */
export function createTicker({ save, onLost, onFailed }: TickerParts): Ticker {
  const listeners = new Set<() => void>()
  let saved: SavedNote | null = null
  let shown: SavedNote | null = null
  let waiting: readonly Tick[] = []
  let saving: Promise<void> | null = null

  function show(): void {
    shown = saved && { ...saved, text: afterTicks(saved.text, waiting).text }
    for (const listener of listeners) listener()
  }

  async function saveAll(): Promise<void> {
    try {
      while (saved !== null && waiting.length > 0) saved = await saveOnce(saved)
    } catch (error) {
      waiting = []
      onFailed(error)
    }
    saving = null
    show()
  }

  async function saveOnce(on: SavedNote): Promise<SavedNote> {
    const sent = waiting.length
    const { text } = afterTicks(on.text, waiting)
    const answer = text === on.text ? { isMine: true, note: on } : await save({ ...on, text })
    if (answer.isMine) {
      waiting = waiting.slice(sent)
      return answer.note
    }
    const { lost } = afterTicks(answer.note.text, waiting)
    waiting = waiting.filter(tick => !lost.includes(tick))
    if (lost.length > 0) onLost()
    return answer.note
  }

  return {
    shown: () => shown,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    tick(note, task, isDone) {
      if (saving === null && note.version > (saved?.version ?? 0)) saved = note
      const text = afterTicks((saved ?? note).text, waiting).text
      waiting = [...waiting, tickOf(text, task, isDone)]
      show()
      saving ??= saveAll()
    },
    async settled() {
      await saving
    },
  }
}
