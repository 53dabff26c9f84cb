import {
  type Draft,
  keepOnDevice,
  replaceLeftDraft,
} from '#client/features/notes/editor/drafts/note.drafts.ts'
import { type DeliveryCalls, deliver } from '#client/features/notes/editor/saving/note.delivery.ts'
import { FIRST_VERSION, withAttempt } from '#client/features/notes/editor/saving/note.editor.ts'
import type { SaveFailure } from '#client/features/notes/editor/saving/note.saveFailure.ts'
import { type OutboxNote, type Outcome, outcomeOfError } from './outbox.queue.ts'

export interface OutboxCalls extends DeliveryCalls {
  /** Brings the pictures up that a text waits for, and answers with the text that has their addresses. Throws CallFailed. */
  settlePictures: (text: string) => Promise<string>
}

/** Sends a note and keeps on this device what came of it. Never rejects. */
export async function sendOutbox(
  { settlePictures, ...calls }: OutboxCalls,
  note: OutboxNote,
): Promise<Outcome> {
  const { subject, ...draft } = note
  const noteNo = 'noteNo' in subject ? subject.noteNo : null
  try {
    draft.text = await settlePictures(draft.text)
    const writing = { title: draft.title, text: draft.text }
    const unanswered = draft.unanswered ?? [writing]
    // Before it goes: the page may be closed while it is on its way.
    const attempts = withAttempt(unanswered, writing)
    if (attempts !== draft.unanswered || draft.text !== note.text)
      await replaceLeftDraft(note, { ...draft, unanswered: attempts })
    const delivered = await deliver(calls, {
      noteNo,
      topicNo: 'topicNo' in subject ? subject.topicNo : 0,
      requestKey: draft.requestKey,
      version: draft.version,
      writing,
      unanswered,
      keepsEarlier: draft.keepsEarlier ?? false,
      base: draft.base ?? null,
    })
    if ('theirs' in delivered) return await keepConflict({ ...note, text: draft.text }, delivered.noteNo)
    await replaceLeftDraft(note, null)
    return { kind: 'sent', noteNo: delivered.noteNo }
  } catch (error) {
    const outcome = outcomeOfError(error, noteNo)
    if (outcome.kind === 'stuck') await replaceLeftDraft(note, { ...draft, trouble: outcome.trouble })
    return outcome
  }
}

/** A new note of which an earlier attempt arrived, and was changed elsewhere since then, lies under its number from now on. */
async function keepConflict(note: OutboxNote, noteNo: number): Promise<Outcome> {
  const { subject, ...draft } = note
  const saveFailure: SaveFailure = { kind: 'conflict' }
  const stuck: Draft = {
    ...draft,
    trouble: saveFailure,
    unanswered: [],
    version: Math.max(draft.version, FIRST_VERSION),
  }
  if ('noteNo' in subject) {
    await replaceLeftDraft(note, stuck)
    return { kind: 'stuck', trouble: saveFailure }
  }
  if (await keepOnDevice({ userNo: subject.userNo, noteNo, requestKey: draft.requestKey }, stuck))
    await replaceLeftDraft(note, null)
  return { kind: 'stuck', trouble: saveFailure, nowOn: noteNo }
}
