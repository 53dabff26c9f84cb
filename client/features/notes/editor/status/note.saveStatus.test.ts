import { expect, test } from 'vitest'
import { newEditorState } from '#client/features/notes/sync/note.editor.ts'
import { saveStatusOf } from './note.saveStatus.ts'

const savedContent = { title: '회의록', text: '하나' }
const savedState = newEditorState({ noteNo: 12, version: 1, content: savedContent, savedContent })
const withContent = (title: string, text: string) => ({ ...savedState, content: { title, text } })

test('returns the save status and validation errors', () => {
  expect(saveStatusOf(newEditorState(), true)).toBe('new')
  expect(saveStatusOf(savedState, true)).toBe('saved')
  expect(saveStatusOf({ ...savedState, isSaving: true }, true)).toBe('saving')
  expect(saveStatusOf(withContent('회의록', '둘'), true)).toBe('unsaved')
  expect(saveStatusOf(withContent('회의록', '둘'), false)).toBe('storedHere')
  expect(saveStatusOf(withContent(' ', '둘'), true)).toBe('unsaved')
  expect(saveStatusOf(withContent(' ', '---'), true)).toBe('noTitle')
  expect(saveStatusOf(withContent('가'.repeat(41), '둘'), true)).toBe('longTitle')
  expect(saveStatusOf(withContent('회의록', '가'.repeat(5001)), false)).toBe('tooLong')
})

test('never claims a stored draft if the device cannot store drafts', () => {
  expect(saveStatusOf({ ...withContent('회의록', '둘'), canStoreDrafts: false }, false)).toBe('notStored')
  expect(saveStatusOf({ ...withContent('', '둘'), canStoreDrafts: false }, true)).toBe('notStored')
})

test('does not announce a conflict that is already shown', () => {
  const theirs = { title: '회의록', text: '셋', version: 2, lastUpdate: '2026-01-01T00:00:00.000Z' }
  const behindState = { ...withContent('회의록', '둘'), newerVersion: theirs }
  expect(saveStatusOf(behindState, true)).toBe('behind')
  expect(saveStatusOf({ ...behindState, conflict: theirs }, true)).toBe('outdated')
})
