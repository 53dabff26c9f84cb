import { CallFailed } from '#client/platform/calls/callFailed.ts'
import { addAttempt, FIRST_VERSION } from './editor.reducer.ts'
import { type Draft, replaceDraft, saveDraftOnDevice, type UnlockedDraft } from './note.drafts.ts'
import { type SaveFailure, toSaveFailure } from './note.saveFailure.ts'
import { type NoteCalls, uploadNote } from './note.upload.ts'

export type OutboxNote = UnlockedDraft & { askedAt: number }

export type Outcome =
  | { kind: 'sent'; noteNo: number }
  /** The user has to decide; other notes are sent. `existingNoteNo`: an earlier attempt created the note. */
  | { kind: 'stuck'; saveFailure: SaveFailure; existingNoteNo?: number }
  /** No connection or no server, so sending pauses. */
  | { kind: 'offline' }
  | { kind: 'rateLimited'; seconds: number }
  | { kind: 'signedOut' }

interface Queue {
  /** In the order of the save requests. */
  notes: readonly OutboxNote[]
  /** Milliseconds since 1970. */
  pausedUntil: number
  /** Failed attempts since the last hint of a connection. */
  failureCount: number
  /** Sent and stuck notes, so that they are not sent again if the device could not store the outcome. */
  finishedKeys: ReadonlySet<string>
}

type QueueEvent =
  | { type: 'draftsFound'; drafts: readonly UnlockedDraft[] }
  /** The connection may be back or the user signed in, so the pause ends. */
  | { type: 'retryRequested' }
  | { type: 'noteTried'; note: OutboxNote; outcome: Outcome; at: number }

/** Exponential backoff in milliseconds. The `online` event may fire before the connection works, or not at all. */
const RETRY_DELAY_MS = { initial: 1_000, max: 15_000 }

const emptyQueue: Queue = { notes: [], pausedUntil: 0, failureCount: 0, finishedKeys: new Set() }

function reduceQueue(queue: Queue, event: QueueEvent): Queue {
  switch (event.type) {
    case 'draftsFound':
      return { ...queue, notes: readyNotes(event.drafts, queue.finishedKeys) }
    case 'retryRequested':
      return { ...queue, pausedUntil: 0, failureCount: 0 }
    case 'noteTried': {
      const pauseMs = pauseAfter(event.outcome, queue.failureCount)
      const failureCount = event.outcome.kind === 'offline' ? queue.failureCount + 1 : 0
      const finishedKeys =
        pauseMs === 0 ? new Set([...queue.finishedKeys, keyOf(event.note)]) : queue.finishedKeys
      return { ...queue, pausedUntil: event.at + pauseMs, failureCount, finishedKeys }
    }
  }
}

/** Sends a note, waits until a time, or does nothing until the next event. */
function nextStep({ notes, pausedUntil }: Queue, now: number): { send: OutboxNote } | { at: number } | null {
  const [first] = notes
  if (first === undefined || pausedUntil === Number.POSITIVE_INFINITY) return null
  return now < pausedUntil ? { at: pausedUntil } : { send: first }
}

function isPending(draft: UnlockedDraft): draft is OutboxNote {
  return draft.askedAt !== undefined
}

/** Whether the note can be sent without a decision of the user. */
export function isReadyToSend(draft: UnlockedDraft): draft is OutboxNote {
  return isPending(draft) && draft.trouble === undefined
}

/** Notes to send. Rejected notes are included once per page load, because the reason, such as a full quota, may be gone. */
function readyNotes(drafts: readonly UnlockedDraft[], finishedKeys: ReadonlySet<string>): OutboxNote[] {
  return drafts
    .filter(isPending)
    .filter(({ trouble: saveFailure }) => saveFailure === undefined || saveFailure.kind === 'refused')
    .filter(note => !finishedKeys.has(keyOf(note)))
    .sort((one, other) => one.askedAt - other.askedAt)
}

/** Identifies a state of a note; edits change `keptAt`. */
const keyOf = ({ requestKey, keptAt }: OutboxNote) => `${requestKey}/${keptAt}`

function pauseAfter(outcome: Outcome, failureCount: number): number {
  switch (outcome.kind) {
    case 'sent':
    case 'stuck':
      return 0
    case 'offline':
      return Math.min(RETRY_DELAY_MS.initial * 2 ** failureCount, RETRY_DELAY_MS.max)
    case 'rateLimited':
      return Math.max(1, outcome.seconds) * 1_000
    case 'signedOut':
      return Number.POSITIVE_INFINITY
  }
}

function outcomeOfError(error: unknown, noteNo: number | null): Outcome {
  const saveFailure = toSaveFailure(error, noteNo)
  if (saveFailure) return { kind: 'stuck', saveFailure }
  if (error instanceof CallFailed && error.code === 'tooMany')
    return { kind: 'rateLimited', seconds: error.retryAfterSeconds }
  if (error instanceof CallFailed && !error.isTransient) return { kind: 'signedOut' }
  return { kind: 'offline' }
}

export interface SendAttempt {
  note: OutboxNote
  outcome: Outcome
}

interface OutboxSenderOptions {
  /** Finds the drafts that no open editor has locked. Never rejects. */
  findDrafts: () => Promise<readonly UnlockedDraft[]>
  /** Never rejects. */
  send: (note: OutboxNote) => Promise<Outcome>
  /** Called after a run that tried to send at least one note. */
  onIdle: (attempts: readonly SendAttempt[]) => void
  /** Milliseconds since 1970. */
  now: () => number
}

interface OutboxSenderHandle {
  /** Call after drafts changed. Resolves when nothing more can be sent for now. */
  check: () => Promise<void>
  /** Like `check`, but ends a pause. Call when the connection may be back. */
  retryNow: () => Promise<void>
  stop: () => void
}

/** Sends queued notes one at a time, in order. Idle until `check` is called. */
export function createOutboxSender({
  findDrafts,
  send,
  onIdle,
  now,
}: OutboxSenderOptions): OutboxSenderHandle {
  let queue = emptyQueue
  let currentRun: Promise<void> | null = null
  let shouldRunAgain = false
  let shouldRetryNow = false
  let isStopped = false
  let timer: ReturnType<typeof setTimeout> | undefined

  async function sendAll(): Promise<void> {
    const attempts: SendAttempt[] = []
    while (shouldRunAgain && !isStopped) {
      shouldRunAgain = false
      queue = reduceQueue(queue, { type: 'draftsFound', drafts: await findDrafts() })
      if (shouldRetryNow) queue = reduceQueue(queue, { type: 'retryRequested' })
      shouldRetryNow = false
      const step = nextStep(queue, now())
      if (isStopped || step === null) continue
      if ('at' in step) {
        timer = setTimeout(() => void check(), step.at - now())
        continue
      }
      const outcome = await send(step.send)
      attempts.push({ note: step.send, outcome })
      queue = reduceQueue(queue, { type: 'noteTried', note: step.send, outcome, at: now() })
      shouldRunAgain = true
    }
    // Reset before the callback, so that a `check` inside it starts a new run.
    currentRun = null
    if (attempts.length > 0) onIdle(attempts)
  }

  function check(): Promise<void> {
    clearTimeout(timer)
    shouldRunAgain = true
    currentRun ??= sendAll()
    return currentRun
  }

  return {
    check,
    retryNow() {
      shouldRetryNow = true
      return check()
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

interface OutboxCalls extends NoteCalls {
  /** Uploads the pictures of a text and returns the text with their addresses. Throws CallFailed. */
  uploadPictures: (text: string) => Promise<string>
}

/** Sends a note and stores the outcome on this device. Never rejects. */
export async function sendOutboxNote(
  { uploadPictures, ...calls }: OutboxCalls,
  note: OutboxNote,
): Promise<Outcome> {
  const { subject, ...draft } = note
  const noteNo = 'noteNo' in subject ? subject.noteNo : null
  try {
    draft.text = await uploadPictures(draft.text)
    const content = { title: draft.title, text: draft.text }
    const unanswered = draft.unanswered ?? [content]
    // Stored before sending, because the page may close during the request.
    const attempts = addAttempt(unanswered, content)
    if (attempts !== draft.unanswered || draft.text !== note.text)
      await replaceDraft(note, { ...draft, unanswered: attempts })
    const result = await uploadNote(calls, {
      noteNo,
      topicNo: 'topicNo' in subject ? subject.topicNo : 0,
      requestKey: draft.requestKey,
      version: draft.version,
      content,
      unacknowledged: unanswered,
      keepsEarlier: draft.keepsEarlier ?? false,
      base: draft.base ?? null,
    })
    if ('theirs' in result) return await saveConflict({ ...note, text: draft.text }, result.noteNo)
    await replaceDraft(note, null)
    return { kind: 'sent', noteNo: result.noteNo }
  } catch (error) {
    const outcome = outcomeOfError(error, noteNo)
    if (outcome.kind === 'stuck') await replaceDraft(note, { ...draft, trouble: outcome.saveFailure })
    return outcome
  }
}

/** Stores the conflict. If an earlier attempt created the note, the draft moves to the number of that note. */
async function saveConflict(note: OutboxNote, noteNo: number): Promise<Outcome> {
  const { subject, ...draft } = note
  const saveFailure: SaveFailure = { kind: 'conflict' }
  const stuck: Draft = {
    ...draft,
    trouble: saveFailure,
    unanswered: [],
    version: Math.max(draft.version, FIRST_VERSION),
  }
  if ('noteNo' in subject) {
    await replaceDraft(note, stuck)
    return { kind: 'stuck', saveFailure }
  }
  if (await saveDraftOnDevice({ userNo: subject.userNo, noteNo, requestKey: draft.requestKey }, stuck))
    await replaceDraft(note, null)
  return { kind: 'stuck', saveFailure, existingNoteNo: noteNo }
}
