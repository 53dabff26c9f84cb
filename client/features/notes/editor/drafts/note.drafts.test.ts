import { expect, test } from 'vitest'
import { withDraft } from '#client/features/notes/editor/note.start.ts'
import { newEditorState } from '#client/features/notes/editor/saving/note.editor.ts'
import { draftOf, nameOfDraft } from './note.drafts.ts'

test.each([
  ['## **장보기** 목록\n\n우유', '장보기 목록'],
  ['---\n\n- 우유', '우유'],
  ['  \n첫 줄', '첫 줄'],
  ['***', ''],
])('an untitled draft is named by its first words, without marks: %s', (text, name) => {
  expect(nameOfDraft({ title: '', text })).toBe(name)
  expect(nameOfDraft({ title: ' ## 제목 ', text })).toBe('## 제목')
})

const base = { title: '장보기', text: '우유' }
const opened = newEditorState({ noteNo: 12, version: 4, saved: base, savedVersion: 4, savedAt: 1 })
const written = draftOf({ ...opened, writing: { ...base, text: '우유, 빵' }, askedAt: 2 }, 3)
const stuck = { ...written, trouble: { kind: 'conflict' as const } }
const onServer = (saved: typeof base) => ({
  state: newEditorState({ ...opened, saved, version: 6, savedVersion: 6 }),
  draft: null,
  unfinished: [],
  isDraftInOtherTab: false,
})

test('a draft goes on with a note that came back from the trash as it was', () => {
  for (const draft of [written, stuck]) {
    const { state } = withDraft(onServer(base), draft)
    expect(state).toMatchObject({ version: 6, conflict: null, writing: { text: '우유, 빵' } })
    expect(draftOf(state, 4).base).toEqual(base)
  }
})

test('what was saved elsewhere stays a conflict', () => {
  const { state } = withDraft(onServer({ ...base, text: '사과' }), stuck)
  expect(state).toMatchObject({ version: 4, conflict: { text: '사과', version: 6 } })
})
