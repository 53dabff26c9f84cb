import { type Draft, replaceDraft, saveDraftOnDevice } from '#client/features/notes/sync/note.drafts.ts'
import { addAttempt, FIRST_VERSION } from '#client/features/notes/sync/note.editor.ts'
import type { SaveFailure } from '#client/features/notes/sync/note.saveFailure.ts'
import { type NoteCalls, uploadNote } from '#client/features/notes/sync/note.upload.ts'
import { type OutboxNote, type Outcome, outcomeOfError } from './outbox.sender.ts'

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
    if (outcome.kind === 'stuck') await replaceDraft(note, { ...draft, trouble: outcome.trouble })
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
    return { kind: 'stuck', trouble: saveFailure }
  }
  if (await saveDraftOnDevice({ userNo: subject.userNo, noteNo, requestKey: draft.requestKey }, stuck))
    await replaceDraft(note, null)
  return { kind: 'stuck', trouble: saveFailure, existingNoteNo: noteNo }
}
