import { expect, test } from 'vitest'
import { manuscriptCells } from './QuickNoteForm.tsx'

test.each([
  ['a syllable, or punctuation with the following space', '써 보세요. 돼요.', '써| |보|세|요|. |돼|요|.'],
  ['two lowercase letters or digits, or one capital', 'It is 2026', 'I|t| |is| |20|26'],
  ['a decomposed syllable', '가'.normalize('NFD'), '가'],
])('puts %s into a cell', (_, text, cells) => {
  expect(manuscriptCells(text).join('|')).toBe(cells)
})
