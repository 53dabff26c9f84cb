import { expect, test } from 'vitest'
import { attachLongText, detachLongText, moveLongText, noLongText } from './longText.state.ts'

const selected = { ...noLongText, text: '긴 글', start: 3, end: 5 }

test.each([
  ['before the selection', { from: 0, to: 0, insert: '앞 ' }, [5, 7]],
  ['deletes what is before the selection', { from: 0, to: 2, insert: '' }, [1, 3]],
  ['at the start of the selection', { from: 3, to: 3, insert: '새' }, [4, 6]],
  ['within the selection', { from: 4, to: 4, insert: '새' }, [3, 6]],
  ['at the end of the selection', { from: 5, to: 5, insert: '새' }, [3, 5]],
  ['behind the selection', { from: 6, to: 8, insert: '' }, [3, 5]],
  ['replaces the selection', { from: 3, to: 5, insert: '새로' }, [5, 5]],
])('a change of the note %s', (_, change, [start, end]) => {
  expect(moveLongText(selected, change)).toEqual({ ...selected, start, end })
})

test('a caret moves behind what is inserted there', () => {
  const atCaret = { ...selected, end: 3 }
  expect(moveLongText(atCaret, { from: 3, to: 3, insert: '새' })).toEqual({ ...atCaret, start: 4, end: 4 })
})

test('a text whose note was left replaces nothing', () => {
  const { start, end } = detachLongText(selected)
  expect(['다른 노트'.slice(0, start), '다른 노트'.slice(end)]).toEqual(['다른 노트', ''])
  expect(detachLongText(noLongText)).toBe(noLongText)
})

test('after the page was loaded anew, a text replaces what was selected in its note, and nothing in another one', () => {
  const shown = attachLongText(selected, 7)
  expect(shown).toEqual({ ...selected, noteKey: 7 })
  expect(attachLongText(shown, 7)).toBe(shown)
  expect(attachLongText(shown, 8)).toEqual({ ...detachLongText(selected), noteKey: 8 })
})
