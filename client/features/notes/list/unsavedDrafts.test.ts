import { expect, test } from 'vitest'
import type { UnlockedDraft } from '#client/features/notes/sync/note.drafts.ts'
import type { NoteItemView } from '#protocol/notes.ts'
import { draftEditorPath, draftOfNote, draftsWithoutRow } from './unsavedDrafts.ts'

const ofNewNote = { subject: { userNo: 1, topicNo: 7 } } as UnlockedDraft
const elsewhere = { subject: { userNo: 1, topicNo: 8 } } as UnlockedDraft
const onNote = (noteNo: number, askedAt?: number) =>
  ({ subject: { userNo: 1, noteNo }, topicNo: 7, ...(askedAt && { askedAt }) }) as UnlockedDraft
const rows = [{ noteNo: 4 }] as NoteItemView[]

test('finds the draft of a note', () => {
  const draft = onNote(4)
  expect(draftOfNote(4, [ofNewNote, onNote(5), draft])).toBe(draft)
  expect(draftOfNote(7, [ofNewNote])).toBeUndefined()
})

test('lists drafts of new notes in the topic, and queued drafts of notes without a row', () => {
  const queued = onNote(5, 100)
  const drafts = [ofNewNote, elsewhere, onNote(4, 100), onNote(5), queued]
  expect(draftsWithoutRow(rows, 7, drafts)).toEqual([ofNewNote, queued])
  expect(draftsWithoutRow(rows, null, drafts)).toEqual([ofNewNote, elsewhere, onNote(5), queued])
})

test('gives each draft a URL of its own, even several drafts of one note', () => {
  const addresses = ['one', 'other'].map(requestKey => draftEditorPath({ ...onNote(4), requestKey }))
  expect(addresses).toEqual(['/note/update?no=4&draft=one', '/note/update?no=4&draft=other'])
  expect(draftEditorPath({ ...ofNewNote, requestKey: 'new' })).toBe('/note/create?topic=7&draft=new')
})
