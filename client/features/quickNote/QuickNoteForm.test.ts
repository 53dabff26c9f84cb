import { expect, test } from 'vitest'
import { manuscriptCells } from './QuickNoteForm.tsx'

test('puts each syllable into a cell, and punctuation with the following space', () => {
  expect(manuscriptCells('써 보세요. 돼요.')).toEqual(['써', ' ', '보', '세', '요', '. ', '돼', '요', '.'])
})

test('puts two lowercase letters or digits into a cell, and one capital', () => {
  expect(manuscriptCells('It is 2026')).toEqual(['I', 't', ' ', 'is', ' ', '20', '26'])
})

test('treats decomposed Hangul as one character', () => {
  expect(manuscriptCells('가'.normalize('NFD'))).toEqual(['가'])
})
