import { CallFailed, failureText } from '#client/platform/calls/callFailed.ts'
import { linkedNoteText, type PlannedNote } from './import.notes.ts'
import type { ImportPlan, PlannedTopic } from './import.plan.ts'

/** Makes what was planned, note by note: it waits for the line and for limits, can be stopped, and names what failed. */

export interface FailedImport {
  /** Of the note; without its topic each of its notes has failed. */
  title: string
  reason: string
}

export interface ImportProgress {
  /** `paused`: without a line, or signed out; `waiting`: so much in a short time is not taken. */
  state: 'running' | 'paused' | 'waiting' | 'stopped' | 'done'
  made: number
  total: number
  failed: readonly FailedImport[]
}

/** One note was refused, and others need not be: of which its reason tells. */
export class NoteRejected extends Error {
  override name = 'NoteRejected'
}

interface ImporterParts {
  plan: Pick<ImportPlan, 'topics'>
  /** The number of this topic, which is made when there is none. */
  topicOf: (topic: Pick<PlannedTopic, 'title' | 'place'>) => Promise<number>
  /** Makes a note, once for each key. */
  post: (
    note: PlannedNote & { topicNo: number; requestKey: string },
  ) => Promise<{ noteNo: number; version: number }>
  /** Puts the links to other notes into one that nobody has changed since it was made. */
  link: (note: PlannedNote & { noteNo: number }) => Promise<unknown>
  /** The same for the same note of the same topic, whenever it is brought in; `copy` counts notes that are alike. */
  keyOf: (topic: string, note: PlannedNote, copy: number) => Promise<string>
  onProgress: (progress: ImportProgress) => void
}

export interface Importer {
  /** Resolves when it is done or stopped. Never rejects. */
  run: () => Promise<void>
  /** The line may be back. */
  resume: () => void
  stop: () => void
}

/** Nothing else that a person brings in now would be taken either. */
const ENDS_ALL: readonly string[] = ['quota', 'forbidden']

export function createImporter({ plan, topicOf, post, link, keyOf, onProgress }: ImporterParts): Importer {
  const total = plan.topics.reduce((sum, { notes }) => sum + notes.length, 0)
  let progress: ImportProgress = { state: 'running', made: 0, total, failed: [] }
  let isStopped = false
  let goOn = () => {}
  /** Of the notes that are made. */
  const numbers = new Map<string, number>()
  const unlinked: (PlannedNote & { noteNo: number })[] = []
  /** Why nothing more is tried. */
  let result: string | null = null

  function tell(change: Partial<ImportProgress>): void {
    progress = { ...progress, ...change }
    onProgress(progress)
  }

  function fail(titles: readonly string[], reason: string): void {
    tell({ failed: [...progress.failed, ...titles.map(title => ({ title, reason }))] })
  }

  /** Tries until there is an answer. Null when it was refused, which is told of each of the titles, or somebody stopped it. */
  async function patiently<Answer>(
    titles: readonly string[],
    call: () => Promise<Answer>,
  ): Promise<{ answer: Answer } | null> {
    while (!isStopped) {
      if (result !== null) break
      try {
        const answer = await call()
        if (progress.state !== 'running') tell({ state: 'running' })
        return { answer }
      } catch (error) {
        if (isStopped) return null
        if (error instanceof NoteRejected) {
          fail(titles, error.message)
          return null
        }
        const pause = pauseAfter(error)
        if (pause !== null) await waitFor(pause)
        else if (error instanceof CallFailed && ENDS_ALL.includes(error.code)) result = failureText(error)
        else {
          fail(titles, failureText(error))
          return null
        }
      }
    }
    if (result !== null) fail(titles, result)
    return null
  }

  /** Until the time has passed, or somebody says that it goes on. */
  async function waitFor({ state, ms }: Pause): Promise<void> {
    tell({ state })
    let timer: ReturnType<typeof setTimeout> | undefined
    await new Promise<void>(resolve => {
      goOn = resolve
      timer = setTimeout(resolve, ms)
    })
    clearTimeout(timer)
  }

  async function makeTopic({ title, place, notes }: PlannedTopic): Promise<void> {
    // The first file's note is then the newest, and stands on top.
    const lastFirst = [...notes].reverse()
    const topic = await patiently(
      lastFirst.map(note => note.title),
      () => topicOf({ title, place }),
    )
    if (topic === null) return
    const copies = new Map<string, number>()
    for (const note of lastFirst) {
      if (isStopped) return
      const same = JSON.stringify([note.title, note.text])
      const copy = copies.get(same) ?? 0
      copies.set(same, copy + 1)
      const requestKey = await keyOf(place === 0 ? title : JSON.stringify([title, place]), note, copy)
      const made = await patiently([note.title], () => post({ ...note, topicNo: topic.answer, requestKey }))
      if (made === null) continue
      const { noteNo, version } = made.answer
      numbers.set(note.id, noteNo)
      // Any later version has its links, or was changed by somebody.
      if (note.links.length > 0 && version === 1) unlinked.push({ ...note, noteNo })
      tell({ made: progress.made + 1 })
    }
  }

  /** Once all notes have numbers. */
  async function linkNotes(): Promise<void> {
    for (const note of unlinked) {
      if (isStopped) return
      const text = linkedNoteText(note, id => numbers.get(id))
      if (text !== null) await patiently([note.title], () => link({ ...note, text }))
    }
  }

  return {
    async run() {
      onProgress(progress)
      for (const topic of plan.topics) if (!isStopped) await makeTopic(topic)
      await linkNotes()
      tell({ state: isStopped ? 'stopped' : 'done' })
    },
    resume: () => goOn(),
    stop() {
      isStopped = true
      goOn()
    },
  }
}

interface Pause {
  state: 'paused' | 'waiting'
  ms: number
}

/** A line may be back before anybody has noticed that it was gone. In milliseconds. */
const TRIED_AGAIN_AFTER_MS = 15_000

/** Null where trying again does not help. */
function pauseAfter(error: unknown): Pause | null {
  if (!(error instanceof CallFailed)) return null
  if (error.code === 'tooMany') return { state: 'waiting', ms: Math.max(1, error.retryAfterSeconds) * 1_000 }
  const isPausing = error.isPassing || error.code === 'notSignedIn'
  return isPausing ? { state: 'paused', ms: TRIED_AGAIN_AFTER_MS } : null
}
