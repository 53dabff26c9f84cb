import { expect, test } from 'vitest'
import { NOTE_BODY_MAX } from '#protocol/limits.ts'
import { insertBeginning, insertMarkdown } from './paste.ts'

const FAMILY = '👨‍👩‍👧‍👦'

test.each([
  ['an empty note', ''],
  ['a note with text', '앞의 글 '],
])('the beginning of a long text in %s ends before an emoji that does not fit', (_, text) => {
  const { length } = text
  const fitting = '가'.repeat(NOTE_BODY_MAX - length - 1)
  const edit = insertBeginning({ text, start: length, end: length }, `${fitting}${FAMILY} 뒤의 글`)
  expect(edit?.insert).toBe(fitting)
})

test('nothing is inserted into a full note', () => {
  const text = '가'.repeat(NOTE_BODY_MAX)
  expect(insertBeginning({ text, start: 0, end: 0 }, '뒤의 글')).toBeNull()
})

test('a pasted table begins on a line of its own, other Markdown where the caret is', () => {
  const written = { text: '가격표 뒤', start: 4, end: 4 }
  const table = '| 가 | 나 |\n| --- | --- |\n| 1 | 2 |'
  expect(insertMarkdown(written, table).insert).toBe(`\n\n${table}\n\n`)
  expect(insertMarkdown(written, '**굵게**').insert).toBe('**굵게**')
  expect(insertMarkdown(written, '|**굵게**| 는').insert).toBe('|**굵게**| 는')
})

test('a pasted table ends before the text that follows it', () => {
  const table = '| 가 |\n| --- |\n| 1 |'
  const before = { text: '다음 줄', start: 0, end: 0 }
  expect(insertMarkdown(before, `설명\n\n${table}`).insert).toBe(`설명\n\n${table}\n\n`)
  expect(insertMarkdown({ text: '\n다음 줄', start: 0, end: 0 }, table).insert).toBe(`${table}\n`)
  for (const nested of ['- 하나\n\n  | 가 |\n  | --- |\n  | 1 |', '> | 가 |\n> | --- |\n> | 1 |'])
    expect(insertMarkdown(before, nested).insert).toBe(`${nested}\n\n`)
})
