import { expect, test } from 'vitest'
import { NOTE_TITLE_MAX } from '#protocol/limits.ts'
import { copyTitle, markdownFile } from './note.copies.ts'

test('a copy bears its mark, and a title that is not too long', () => {
  expect(copyTitle('회의록', '(사본)')).toBe('회의록 (사본)')
  const long = copyTitle('가'.repeat(40), '(사본)')
  expect(long).toBe(`${'가'.repeat(35)} (사본)`)
  expect(long).toHaveLength(NOTE_TITLE_MAX)
  // Eleven units each, which are one sign to the eye.
  expect(copyTitle(`${'👨‍👩‍👧‍👦'.repeat(3)}가나다라마바사`, '(사본)')).toBe(
    `${'👨‍👩‍👧‍👦'.repeat(3)}가나 (사본)`,
  )
})

test('an exported note is a Markdown file with its title on top', async () => {
  const file = markdownFile('여행: 제주/부산?', '첫날')
  expect(file.name).toBe('여행_ 제주_부산_.md')
  expect(await file.text()).toBe('# 여행: 제주/부산?\n\n첫날\n')
  expect(markdownFile('..', '').name).toBe('__.md')
})
