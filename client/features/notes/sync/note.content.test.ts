import { expect, test } from 'vitest'
import { NOTE_TITLE_MAX } from '#protocol/limits.ts'
import { getNote } from '#protocol/notes.ts'
import { copyTitle } from './note.content.ts'

test('appends the mark and keeps the title within the limit', () => {
  expect(copyTitle('회의록', '(사본)')).toBe('회의록 (사본)')
  const long = copyTitle('가'.repeat(40), '(사본)')
  expect(long).toBe(`${'가'.repeat(35)} (사본)`)
  expect(long).toHaveLength(NOTE_TITLE_MAX)
  // Each emoji is one grapheme of eleven UTF-16 units.
  const families = '👨‍👩‍👧‍👦'.repeat(3)
  expect(copyTitle(`${families}가나다라마바사`, '(사본)')).toBe(`${families}가나 (사본)`)
})

test('every field of a note is listed as copied or as own to the copy', () => {
  const copied = ['title', 'text', 'subjectNo', 'series']
  const person = ['author', 'authorNo', 'isAuthor', 'profPic']
  const ownFields = [...person, 'success', 'noteNo', 'lastUpdate', 'version', 'subjectTitle', 'canWrite']
  const fields = Object.keys(getNote.reply.shape)
  expect(
    fields.toSorted(),
    'Let useNoteActions in NoteMenu.tsx copy it, or list it in ownFields; and check whether NoteHeader (client/features/notes/reader/note.placeholder.ts) knows it',
  ).toEqual([...copied, ...ownFields].toSorted())
})
