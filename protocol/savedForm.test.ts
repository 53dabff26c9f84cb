import { expect, test } from 'vitest'
import { isSavedAs } from './savedForm.ts'

const saved = { title: '봄 소풍', text: '한강\n공원' }

test.each([
  ['the same', saved],
  ['spaces around the title', { ...saved, title: ' 봄  소풍 ' }],
  ['decomposed Hangul', { title: saved.title.normalize('NFD'), text: saved.text.normalize('NFD') }],
  ['control characters', { ...saved, text: '한\u0000강\v공원' }],
])('%s changes nothing', (_, written) => {
  expect(isSavedAs(written, saved)).toBe(true)
})

test.each([
  ['another title', { ...saved, title: '봄소풍' }],
  ['a space at the end of the text', { ...saved, text: '한강\n공원 ' }],
])('%s is a change', (_, written) => {
  expect(isSavedAs(written, saved)).toBe(false)
})
