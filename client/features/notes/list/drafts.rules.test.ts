import { expect, test } from 'vitest'
import type { LeftDraft } from '#client/features/notes/editor/drafts/note.drafts.ts'
import type { NoteItemView } from '#protocol/notes.ts'
import { draftOn, draftsBeside, editorOf } from './drafts.rules.ts'

const ofNewNote = { subject: { userNo: 1, topicNo: 7 } } as LeftDraft
const elsewhere = { subject: { userNo: 1, topicNo: 8 } } as LeftDraft
const onNote = (noteNo: number, askedAt?: number) =>
  ({ subject: { userNo: 1, noteNo }, topicNo: 7, ...(askedAt && { askedAt }) }) as LeftDraft
const rows = [{ noteNo: 4 }] as NoteItemView[]

test('a row is told what is written on its note', () => {
  const draft = onNote(4)
  expect(draftOn(4, [ofNewNote, onNote(5), draft])).toBe(draft)
  expect(draftOn(7, [ofNewNote])).toBeUndefined()
})

test('beside the rows stand new notes of the topic, and what waits for the line on notes that have no row', () => {
  const waiting = onNote(5, 100)
  const drafts = [ofNewNote, elsewhere, onNote(4, 100), onNote(5), waiting]
  expect(draftsBeside(rows, 7, drafts)).toEqual([ofNewNote, waiting])
})

test('each draft has an address of its own, also where several are written on one note', () => {
  const addresses = ['one', 'other'].map(requestKey => editorOf({ ...onNote(4), requestKey }))
  expect(addresses).toEqual(['/note/update?no=4&draft=one', '/note/update?no=4&draft=other'])
  expect(editorOf({ ...ofNewNote, requestKey: 'new' })).toBe('/note/create?topic=7&draft=new')
})
