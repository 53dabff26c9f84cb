import { expect, test } from 'vitest'
import { newEditorState } from '#client/features/notes/sync/editor.reducer.ts'
import { saveStatusOf } from './EditorStatus.tsx'

const savedContent = { title: '회의록', text: '하나' }
const savedState = newEditorState({ noteNo: 12, version: 1, content: savedContent, savedContent })
const withContent = (title: string, text: string) => ({ ...savedState, content: { title, text } })

const theirs = { title: '회의록', text: '셋', version: 2, lastUpdate: '2026-01-01T00:00:00.000Z' }
const changed = withContent('회의록', '둘')

test.each([
  ['a new note', newEditorState(), true, 'new'],
  ['a saved note', savedState, true, 'saved'],
  ['a running save', { ...savedState, isSaving: true }, true, 'saving'],
  ['a change', changed, true, 'unsaved'],
  ['an offline change', changed, false, 'storedHere'],
  ['a change without a title', withContent(' ', '둘'), true, 'unsaved'],
  ['no title and no words', withContent(' ', '---'), true, 'noTitle'],
  ['a long title', withContent('가'.repeat(41), '둘'), true, 'longTitle'],
  ['a long text', withContent('회의록', '가'.repeat(5001)), false, 'tooLong'],
  ['a device without drafts, offline', { ...changed, canStoreDrafts: false }, false, 'notStored'],
  ['a device without drafts', { ...withContent('', '둘'), canStoreDrafts: false }, true, 'notStored'],
  ['a newer version', { ...changed, newerVersion: theirs }, true, 'behind'],
  ['a shown conflict', { ...changed, newerVersion: theirs, conflict: theirs }, true, 'outdated'],
])('names the save status of %s', (_, state, isConnected, status) => {
  expect(saveStatusOf(state, isConnected)).toBe(status)
})
