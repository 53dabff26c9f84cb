import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { onDraftsChanged } from '#client/features/notes/sync/note.draftEvents.ts'
import { findListedDrafts, type UnlockedDraft } from '#client/features/notes/sync/note.drafts.ts'
import type { SaveFailure } from '#client/features/notes/sync/note.saveFailure.ts'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { authAtom } from '#client/session/session.ts'
import type { NoteItemView } from '#protocol/notes.ts'

const DRAFTS_KEY = ['leftDrafts']

/** The user's unsaved drafts on this device, newest first. */
export function useUnsavedDrafts() {
  const { userNo } = useAtomValue(authAtom)
  const cache = useQueryClient()
  useEffect(() => onDraftsChanged(() => void cache.invalidateQueries({ queryKey: DRAFTS_KEY })), [cache])
  const { data = [] } = useQuery({
    queryKey: [...DRAFTS_KEY, userNo],
    queryFn: () => findListedDrafts(userNo),
    // Reads from the device only, and every visit to an editor may change it.
    staleTime: 0,
    gcTime: 0,
  })
  return data
}

export function draftOfNote(noteNo: number, drafts: readonly UnlockedDraft[]): UnlockedDraft | undefined {
  return drafts.find(({ subject }) => 'noteNo' in subject && subject.noteNo === noteNo)
}

/**
 * Drafts that no row shows. With a topic, only its own: drafts of new notes, and queued drafts of notes on other pages. Other drafts are
 * marked on the rows of their notes.
 */
export function draftsWithoutRow(
  rows: readonly NoteItemView[],
  topicNo: number | null,
  drafts: readonly UnlockedDraft[],
): UnlockedDraft[] {
  const rowNoteNos = new Set(rows.map(({ noteNo }) => noteNo))
  return drafts.filter(({ subject, topicNo: draftTopicNo, askedAt }) => {
    if ('topicNo' in subject) return topicNo === null || subject.topicNo === topicNo
    const isListed = rowNoteNos.has(subject.noteNo)
    return !isListed && (topicNo === null || (askedAt !== undefined && draftTopicNo === topicNo))
  })
}

/** The URL of the draft's editor. */
export function draftEditorPath({
  subject,
  requestKey,
}: Pick<UnlockedDraft, 'subject' | 'requestKey'>): string {
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
