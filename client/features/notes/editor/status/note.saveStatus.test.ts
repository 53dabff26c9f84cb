import { expect, test } from 'vitest'
import { newEditorState } from '#client/features/notes/editor/saving/note.editor.ts'
import { saveStatusOf } from './note.saveStatus.ts'

const saved = { title: '회의록', text: '하나' }
const open = newEditorState({ noteNo: 12, version: 1, writing: saved, saved })
const written = (title: string, text: string) => ({ ...open, writing: { title, text } })

test('it says how what is written stands, and what keeps it from being saved', () => {
  expect(saveStatusOf(newEditorState(), true)).toBe('new')
  expect(saveStatusOf(open, true)).toBe('saved')
  expect(saveStatusOf({ ...open, isSaving: true }, true)).toBe('saving')
  expect(saveStatusOf(written('회의록', '둘'), true)).toBe('unsaved')
  expect(saveStatusOf(written('회의록', '둘'), false)).toBe('keptHere')
  expect(saveStatusOf(written(' ', '둘'), true)).toBe('unsaved')
  expect(saveStatusOf(written(' ', '---'), true)).toBe('noTitle')
  expect(saveStatusOf(written('가'.repeat(41), '둘'), true)).toBe('longTitle')
  expect(saveStatusOf(written('회의록', '가'.repeat(5001)), false)).toBe('tooLong')
})

test('where the device keeps nothing it never says that it does', () => {
  expect(saveStatusOf({ ...written('회의록', '둘'), keepsDrafts: false }, false)).toBe('nowhere')
  expect(saveStatusOf({ ...written('', '둘'), keepsDrafts: false }, true)).toBe('nowhere')
})

test('while a conflict stands it does not say that saving shows the other text, which is shown already', () => {
  const theirs = { title: '회의록', text: '셋', version: 2, lastUpdate: '2026-01-01T00:00:00.000Z' }
  const behind = { ...written('회의록', '둘'), newer: theirs }
  expect(saveStatusOf(behind, true)).toBe('behind')
  expect(saveStatusOf({ ...behind, conflict: theirs }, true)).toBe('outdated')
})
