import { expect, test } from 'vitest'
import { NOTE_TITLE_MAX } from '#protocol/limits.ts'
import { getNote } from '#protocol/notes.ts'
import { copyTitle } from './note.copies.ts'

test('a copy bears its mark, and a title that is not too long', () => {
  expect(copyTitle('회의록', '(사본)')).toBe('회의록 (사본)')
  const long = copyTitle('가'.repeat(40), '(사본)')
  expect(long).toBe(`${'가'.repeat(35)} (사본)`)
  expect(long).toHaveLength(NOTE_TITLE_MAX)
  // Eleven units each, which are one sign to the eye.
  expect(copyTitle(`${'👨‍👩‍👧‍👦'.repeat(3)}가나다라마바사`, '(사본)')).toBe(
    `${'👨‍👩‍👧‍👦'.repeat(3)}가나 (사본)`,
  )
})

test('of whatever a note tells it is known whether its copy has it', () => {
  const copied = ['title', 'text', 'subjectNo']
  // Its maker's, or told of the note and not written into it.
  const itsOwn = [
    'success',
    'noteNo',
    'author',
    'authorNo',
    'isAuthor',
    'profPic',
    'lastUpdate',
    'version',
    'subjectTitle',
  ]
  const told = Object.keys(getNote.reply.shape)
  expect(
    told.toSorted(),
    'Let useNoteActions.ts copy it, or name it in itsOwn; and see whether NoteHead (client/features/notes/reader/note.placeholder.ts) knows it',
  ).toEqual([...copied, ...itsOwn].toSorted())
})
