import type { LeftDraft } from '#client/features/notes/editor/drafts/note.drafts.ts'
import type { SaveFailure } from '#client/features/notes/editor/saving/note.saveFailure.ts'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import type { NoteItemView } from '#protocol/notes.ts'

/** What is written on a note and not saved. */
export function draftOn(noteNo: number, drafts: readonly LeftDraft[]): LeftDraft | undefined {
  return drafts.find(({ subject }) => 'noteNo' in subject && subject.noteNo === noteNo)
}

/** Those of a topic that no row shows: of new notes, and what could not be sent of notes that are not among the rows. */
export function draftsBeside(
  rows: readonly NoteItemView[],
  topicNo: number,
  drafts: readonly LeftDraft[],
): LeftDraft[] {
  const shown = new Set(rows.map(({ noteNo }) => noteNo))
  return drafts.filter(({ subject, topicNo: ofTopic, askedAt }) =>
    'topicNo' in subject
      ? subject.topicNo === topicNo
      : askedAt !== undefined && ofTopic === topicNo && !shown.has(subject.noteNo),
  )
}

/** The address of the editor in which it goes on. */
export function editorOf({ subject, requestKey }: Pick<LeftDraft, 'subject' | 'requestKey'>): string {
  return 'noteNo' in subject
    ? paths.draftOfNote(subject.noteNo, requestKey)
    : paths.draft(subject.topicNo, requestKey)
}

const SAVE_FAILURE_TEXTS = {
  conflict: 'notes.unsentConflict',
  noteGone: 'notes.unsentNoteGone',
  topicGone: 'notes.unsentTopicGone',
} as const

export function saveFailureText(saveFailure: SaveFailure): string {
  return saveFailure.kind === 'refused' ? saveFailure.sentence : t(SAVE_FAILURE_TEXTS[saveFailure.kind])
}
