import { expect, test } from 'vitest'
import type { EditorState } from '#client/features/notes/sync/editor.ts'
import { isShownInstead, saveStatusOf } from './EditorStatus.tsx'

const savedContent = { title: '회의록', text: '하나' }
const saved: EditorState = {
  ...{ documentId: '', noteNo: 12, topicNo: 1, content: savedContent, savedContent, savedAt: 0 },
  status: { kind: 'synced' },
  ...{
    isSaving: false,
    isUnsent: false,
    saveRequestedAt: null,
    mayBePosted: false,
    saveError: null,
    canStore: true,
  },
  ...{ isForeign: false, isGuest: false, isTogether: false, isGone: false },
  ...{ isAutosaving: false, showsErrors: false, message: null, isLeft: false },
}
const empty = { title: '', text: '' }
const withContent = (title: string, text: string) => ({ ...saved, content: { title, text } })
const changed = withContent('회의록', '둘')
const together = { isTogether: true }
const offline = { status: { kind: 'offline' } } as const

test.each<[string, EditorState, string]>([
  ['a new note', { ...saved, noteNo: null, content: empty, savedContent: empty }, 'new'],
  ['a saved note', saved, 'saved'],
  ['a running save', { ...saved, isSaving: true }, 'saving'],
  ['a change', changed, 'unsaved'],
  ['an offline change', { ...changed, ...offline }, 'storedHere'],
  ['a change without a title', withContent(' ', '둘'), 'unsaved'],
  ['no title and no words', withContent(' ', '---'), 'noTitle'],
  ['a long title', withContent('가'.repeat(41), '둘'), 'longTitle'],
  ['a long text', { ...withContent('회의록', '가'.repeat(5001)), ...offline }, 'tooLong'],
  ['a saved text of several people', { ...saved, ...together }, 'togetherSaved'],
  ['a change by several people', { ...changed, ...together }, 'togetherWriting'],
  [
    'a long text of several people',
    { ...withContent('회의록', '가'.repeat(5001)), ...together },
    'togetherTooLong',
  ],
  ['the text of a link', { ...changed, isForeign: true, status: { kind: 'opening' } }, 'foreign'],
  ['a device that stores nothing, offline', { ...changed, ...offline, canStore: false }, 'notStored'],
  ['a device that stores nothing, while the server has the text', { ...changed, canStore: false }, 'unsaved'],
])('names the save status of %s', (_, state, status) => {
  expect(saveStatusOf(state)).toBe(status)
})

test.each([
  ['saved', 'saved', true],
  ['saved', 'unsaved', false],
  ['autosaved', 'togetherWriting', false],
  ['autosaved', 'togetherTooLong', false],
  ['full', 'unsaved', true],
  ['full', 'togetherTooLong', false],
] as const)(
  'only one sentence: the message %s for the status %s takes its place: %s',
  (kind, status, isShown) => {
    expect(isShownInstead(kind === 'full' ? { kind } : { kind, at: 0 }, status)).toBe(isShown)
  },
)
