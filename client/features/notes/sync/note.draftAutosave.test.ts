import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type EditorAction, type EditorState, newEditorState, reduceEditor } from './editor.reducer.ts'
import { startDraftAutosave } from './note.draftAutosave.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function setUp(start: Partial<EditorState> = {}) {
  let state = newEditorState({ topicNo: 3, ...start })
  let notify = () => {}
  const save = vi.fn()
  const remove = vi.fn()
  const autosave = startDraftAutosave({
    state: () => state,
    subscribe: listener => {
      notify = listener
      return () => (notify = () => {})
    },
    save: current => save(current.content.text),
    remove: previous => remove(previous.noteNo, previous.topicNo),
  })
  const dispatch = (action: EditorAction) => {
    state = reduceEditor(state, action)
    notify()
  }
  const type = (text: string) => dispatch({ type: 'typed', change: { text } })
  const finishSave = (text: string) =>
    dispatch({ type: 'saved', reason: 'manual', noteNo: 12, version: 1, content: { title: '', text }, at: 0 })
  return { autosave, save, remove, dispatch, type, finishSave }
}

test('stores the draft within a second even while the user keeps typing', () => {
  const { save, type } = setUp()
  type('가')
  vi.advanceTimersByTime(500)
  type('가나')
  vi.advanceTimersByTime(500)
  expect(save.mock.calls).toEqual([['가나']])
})

test('stores an accepted draft even if it is unchanged', () => {
  const { save, dispatch } = setUp({
    content: { title: '', text: '보낸 글' },
    offeredDraft: { keptAt: 0, isOfGoneNote: false, isOfLink: true },
  })
  dispatch({ type: 'autosaveToggled', on: true })
  vi.runAllTimers()
  expect(save).not.toHaveBeenCalled()
  dispatch({ type: 'draftAccepted' })
  vi.runAllTimers()
  expect(save.mock.calls).toEqual([['보낸 글']])
})

test('deletes the draft of the new note and of its number after a save', () => {
  const { save, remove, type, finishSave } = setUp()
  type('가')
  finishSave('가')
  vi.runAllTimers()
  expect(save).not.toHaveBeenCalled()
  expect(remove.mock.calls).toEqual([
    [null, 3],
    [12, 3],
  ])
})

test('keeps a draft of text that was typed during the save', () => {
  const { save, type, finishSave } = setUp()
  type('가나')
  finishSave('가')
  vi.runAllTimers()
  expect(save.mock.calls).toEqual([['가나']])
})

test('stores a delayed draft once when flushed and stopped', () => {
  const { autosave, save, type } = setUp()
  type('가')
  autosave.flush()
  autosave.stop()
  type('가나')
  vi.runAllTimers()
  expect(save.mock.calls).toEqual([['가']])
})

test('stores the reason of a failed save at once', () => {
  const { save, dispatch, type } = setUp()
  type('가')
  dispatch({ type: 'saveRequested', at: 0 })
  dispatch({ type: 'saveSent', content: { title: '', text: '가' } })
  save.mockClear()
  dispatch({ type: 'failed', error: new Error('refused'), reason: 'manual' })
  expect(save).toHaveBeenCalledOnce()
})

test('stores the draft under its new key before deleting the old one', () => {
  const { save, remove, dispatch, type, finishSave } = setUp()
  type('가')
  dispatch({ type: 'topicChosen', topicNo: 4 })
  expect(save.mock.calls).toEqual([['가']])
  expect(remove.mock.calls).toEqual([[null, 3]])
  expect(save).toHaveBeenCalledBefore(remove)
  finishSave('가')
  type('가나')
  dispatch({ type: 'newNoteStarted', requestKey: 'another' })
  expect(save.mock.calls).toEqual([['가'], ['가나']])
  expect(remove.mock.calls.at(-1)).toEqual([12, 4])
})
