import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  type EditorAction,
  type EditorState,
  newEditorState,
  reduceEditor,
} from '#client/features/notes/editor/saving/note.editor.ts'
import { startDraftAutosave } from './note.draftAutosave.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function setUp(start: Partial<EditorState> = {}) {
  let state = newEditorState({ topicNo: 3, ...start })
  let tell = () => {}
  const keep = vi.fn()
  const drop = vi.fn()
  const keeper = startDraftAutosave({
    state: () => state,
    subscribe: listener => {
      tell = listener
      return () => {
        tell = () => {}
      }
    },
    keep: kept => keep(kept.writing.text),
    drop: dropped => drop(dropped.noteNo, dropped.topicNo),
  })
  const dispatch = (action: EditorAction) => {
    state = reduceEditor(state, action)
    tell()
  }
  const type = (text: string) => dispatch({ type: 'typed', change: { text } })
  const saved = (text: string) =>
    dispatch({ type: 'saved', how: 'manual', noteNo: 12, version: 1, writing: { title: '', text }, at: 0 })
  return { keeper, keep, drop, dispatch, type, saved }
}

test('what is typed is kept within a second, also while typing goes on', () => {
  const { keep, type } = setUp()
  type('가')
  vi.advanceTimersByTime(500)
  type('가나')
  vi.advanceTimersByTime(500)
  expect(keep.mock.calls).toEqual([['가나']])
})

test('what is taken up as it is, is kept as its writer’s own', () => {
  const { keep, dispatch } = setUp({
    writing: { title: '', text: '보낸 글' },
    offered: { keptAt: 0, isOfGoneNote: false, isOfLink: true },
  })
  dispatch({ type: 'autosaveSwitched', on: true })
  vi.runAllTimers()
  expect(keep).not.toHaveBeenCalled()
  dispatch({ type: 'draftAccepted' })
  vi.runAllTimers()
  expect(keep.mock.calls).toEqual([['보낸 글']])
})

test('a saved text leaves no draft, neither under the new note nor under its number', () => {
  const { keep, drop, type, saved } = setUp()
  type('가')
  saved('가')
  vi.runAllTimers()
  expect(keep).not.toHaveBeenCalled()
  expect(drop.mock.calls).toEqual([
    [null, 3],
    [12, 3],
  ])
})

test('what was typed during the save is kept on', () => {
  const { keep, type, saved } = setUp()
  type('가나')
  saved('가')
  vi.runAllTimers()
  expect(keep.mock.calls).toEqual([['가나']])
})

test('leaving keeps at once what still waits, once', () => {
  const { keeper, keep, type } = setUp()
  type('가')
  keeper.flush()
  keeper.stop()
  type('가나')
  vi.runAllTimers()
  expect(keep.mock.calls).toEqual([['가']])
})

test('why a save has failed is kept at once', () => {
  const { keep, dispatch, type } = setUp()
  type('가')
  dispatch({ type: 'asked', at: 0 })
  dispatch({ type: 'sent', writing: { title: '', text: '가' } })
  keep.mockClear()
  dispatch({ type: 'failed', error: new Error('refused'), how: 'manual' })
  expect(keep).toHaveBeenCalledOnce()
})

test('under another topic, and without its note, it is kept anew before the old one goes', () => {
  const { keep, drop, dispatch, type } = setUp()
  type('가')
  dispatch({ type: 'topicChosen', topicNo: 4 })
  expect(keep.mock.calls).toEqual([['가']])
  expect(drop.mock.calls).toEqual([[null, 3]])
  dispatch({ type: 'saved', how: 'auto', noteNo: 12, version: 1, writing: { title: '', text: '가' }, at: 0 })
  type('가나')
  dispatch({ type: 'startedAnew', requestKey: 'another' })
  expect(keep.mock.calls).toEqual([['가'], ['가나']])
  expect(drop.mock.calls.at(-1)).toEqual([12, 4])
})
