import { CallFailed, failureText } from '#client/platform/calls/callFailed.ts'
import { rateLimitPause } from '#client/platform/calls/rateLimit.ts'
import type { ImportPlan, PlannedTopic } from './import.plan.ts'
import { linkedNoteText, type PlannedNote, type PlannedPart, partsOf } from './import.planned.ts'

/**
 * Creates the planned notes, and the parts of series, one by one. Waits while offline or rate limited, can be stopped, and lists failures.
 */

export interface FailedImport {
  /** The title of the note, with the number of a part. If a topic fails, each of its notes is listed. */
  title: string
  reason: string
}

export interface ImportProgress {
  /** `paused`: offline or signed out; `waiting`: rate limited. */
  state: 'running' | 'paused' | 'waiting' | 'stopped' | 'done'
  /** Notes. Each part of a series is one. */
  created: number
  /** The notes among them that an earlier import has created and that have changed since. */
  existing: number
  total: number
  failed: readonly FailedImport[]
}

/** The server rejected one note for the reason in the message; other notes may succeed. */
export class NoteRejected extends Error {
  override name = 'NoteRejected'
}

interface ImporterOptions {
  plan: Pick<ImportPlan, 'topics'>
  /** Returns the topic's number and creates the topic if necessary. */
  getTopicNo: (topic: Pick<PlannedTopic, 'title' | 'ordinal'>) => Promise<number>
  /** Creates a note, once per request key. */
  post: (
    note: PlannedNote & { topicNo: number; requestKey: string },
  ) => Promise<{ noteNo: number; version: number }>
  /** Creates a part of a series after the note with this number, once per request key. */
  postPart: (part: {
    noteNo: number
    text: string
    requestKey: string
    lastUpdate?: Date | undefined
  }) => Promise<{ noteNo: number; version: number }>
  /** Updates a note with links to other notes, unless it has changed since its creation. */
  link: (note: Pick<PlannedNote, 'title' | 'text' | 'lastUpdate'> & { noteNo: number }) => Promise<unknown>
  /** Derives the request key from the content, so that a repeated import uses the same key. `copy` numbers equal notes. */
  keyOf: (topic: string, note: Pick<PlannedNote, 'title' | 'text'>, copy: number) => Promise<string>
  onProgress: (progress: ImportProgress) => void
}

export interface Importer {
  /** Resolves when the import is done or stopped. Never rejects. */
  run: () => Promise<void>
  /** Ends a pause early, such as after an `online` event. */
  resume: () => void
  stop: () => void
}

/** Errors after which every further request would fail as well. */
const FATAL_CODES: readonly string[] = ['quota', 'forbidden']

export function createImporter({
  plan,
  getTopicNo,
  post,
  postPart,
  link,
  keyOf,
  onProgress,
}: ImporterOptions): Importer {
  const total = plan.topics.reduce((sum, { notes }) => sum + notes.flatMap(partsOf).length, 0)
  let progress: ImportProgress = { state: 'running', created: 0, existing: 0, total, failed: [] }
  let isStopped = false
  let endPause = () => {}
  /** Note numbers by the plan's note id. */
  const numbers = new Map<string, number>()
  const unlinked: { note: PlannedNote; part: PlannedPart; noteNo: number }[] = []
  /** The reason of a fatal error, after which nothing is sent any more. */
  let fatalReason: string | null = null

  function update(change: Partial<ImportProgress>): void {
    progress = { ...progress, ...change }
    onProgress(progress)
  }

  function fail(titles: readonly string[], reason: string): void {
    update({ failed: [...progress.failed, ...titles.map(title => ({ title, reason }))] })
  }

  /** Retries until the call succeeds. Returns null if it was rejected, which fails all `titles`, or if the import was stopped. */
  async function withRetries<Answer>(
    titles: readonly string[],
    call: () => Promise<Answer>,
  ): Promise<{ answer: Answer } | null> {
    while (!isStopped) {
      if (fatalReason !== null) break
      try {
        const answer = await call()
        if (progress.state !== 'running') update({ state: 'running' })
        return { answer }
      } catch (error) {
        if (isStopped) return null
        if (error instanceof NoteRejected) {
          fail(titles, error.message)
          return null
        }
        const pause = pauseFor(error)
        if (pause !== null) await waitFor(pause)
        else if (error instanceof CallFailed && FATAL_CODES.includes(error.code))
          fatalReason = failureText(error)
        else {
          fail(titles, failureText(error))
          return null
        }
      }
    }
    if (fatalReason !== null) fail(titles, fatalReason)
    return null
  }

  /** Waits until the time has passed or `resume` is called. */
  async function waitFor({ state, ms }: Pause): Promise<void> {
    update({ state })
    let timer: ReturnType<typeof setTimeout> | undefined
    await new Promise<void>(resolve => {
      endPause = resolve
      timer = setTimeout(resolve, ms)
    })
    clearTimeout(timer)
  }

  async function importTopic({ title, ordinal, notes }: PlannedTopic): Promise<void> {
    // Creates the first file's note last, so that it is on top of the list.
    const reversed = [...notes].reverse()
    const topic = await withRetries(reversed.flatMap(titlesOfParts), () => getTopicNo({ title, ordinal }))
    if (topic === null) return
    const copies = new Map<string, number>()
    for (const note of reversed) {
      if (isStopped) return
      const same = JSON.stringify([note.title, ...partsOf(note).map(({ text }) => text)])
      const copy = copies.get(same) ?? 0
      copies.set(same, copy + 1)
      await importNote(note, topic.answer, content =>
        keyOf(ordinal === 0 ? title : JSON.stringify([title, ordinal]), content, copy),
      )
    }
  }

  /** If a part fails, the later ones fail with it. A repeated import goes on with the missing parts. */
  async function importNote(
    note: PlannedNote,
    topicNo: number,
    keyFor: (content: Pick<PlannedNote, 'title' | 'text'>) => Promise<string>,
  ): Promise<void> {
    const { title, laterParts = [] } = note
    const titles = titlesOfParts(note)
    const texts = partsOf(note).map(({ text }) => text)
    const isSeries = laterParts.length > 0
    // The keys depend on all texts: a series with a changed part is another one.
    const headKey = await keyFor({ title, text: isSeries ? JSON.stringify(texts) : note.text })
    const head = await withRetries(titles, () => post({ ...note, topicNo, requestKey: headKey }))
    if (head === null) return
    let { noteNo } = head.answer
    onCreated(note, note, head.answer)
    for (const [index, part] of laterParts.entries()) {
      if (isStopped) return
      const requestKey = await keyFor({ title, text: JSON.stringify([index, ...texts]) })
      const { text } = part
      const previousNo = noteNo
      const created = await withRetries(titles.slice(index + 1), () =>
        postPart({ noteNo: previousNo, text, requestKey, lastUpdate: note.lastUpdate }),
      )
      if (created === null) return
      noteNo = created.answer.noteNo
      onCreated(note, part, created.answer)
    }
  }

  function onCreated(
    note: PlannedNote,
    part: PlannedPart,
    { noteNo, version }: { noteNo: number; version: number },
  ): void {
    numbers.set(part.id, noteNo)
    // A later version already has its links or was changed by the user.
    const isChanged = version > 1
    if (part.links.length > 0 && !isChanged) unlinked.push({ note, part, noteNo })
    update({ created: progress.created + 1, existing: progress.existing + (isChanged ? 1 : 0) })
  }

  /** Runs after all notes have numbers. */
  async function linkNotes(): Promise<void> {
    for (const { note, part, noteNo } of unlinked) {
      if (isStopped) return
      const text = linkedNoteText(part, id => numbers.get(id))
      const { title, lastUpdate } = note
      if (text !== null)
        await withRetries([title], () => link({ title, text, noteNo, ...(lastUpdate && { lastUpdate }) }))
    }
  }

  return {
    async run() {
      onProgress(progress)
      for (const topic of plan.topics) if (!isStopped) await importTopic(topic)
      await linkNotes()
      update({ state: isStopped ? 'stopped' : 'done' })
    },
    resume: () => endPause(),
    stop() {
      isStopped = true
      endPause()
    },
  }
}

interface Pause {
  state: 'paused' | 'waiting'
  ms: number
}

/** Retries also without an event, because the browser may not notice a lost connection. */
const RETRY_INTERVAL_MS = 15_000

/** Returns null if a retry does not help. */
function pauseFor(error: unknown): Pause | null {
  const ms = rateLimitPause(error)
  if (ms !== null) return { state: 'waiting', ms }
  if (!(error instanceof CallFailed)) return null
  const isPausing = error.isTransient || error.code === 'notSignedIn'
  return isPausing ? { state: 'paused', ms: RETRY_INTERVAL_MS } : null
}

/** As in lists of failures: '여행기 (2/3)'. */
function titlesOfParts(note: PlannedNote): string[] {
  const parts = partsOf(note)
  if (parts.length === 1) return [note.title]
  return parts.map((_, index) => `${note.title} (${index + 1}/${parts.length})`)
}
