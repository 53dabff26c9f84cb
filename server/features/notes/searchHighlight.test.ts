import fc from 'fast-check'
import { expect, test } from 'vitest'
import { searchTextOf } from '#protocol/searchText.ts'
import { wordsOf } from './searchFields.ts'
import { containsAllWords, excerptOf, highlightLine } from './searchHighlight.ts'

const writing = fc
  .oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: 'binary-ascii' }),
    fc.constantFrom('회의록', '김밥 😀'),
  )
  .map(text => text.toWellFormed().normalize('NFC'))

/** Marks hits with brackets. */
const format = (pieces: { text: string; isHit: boolean }[]) =>
  pieces.map(({ text, isHit }) => (isHit ? `[${text}]` : text)).join('')

test('covers the line, with a word in each hit', () => {
  fc.assert(
    fc.property(
      writing,
      writing.filter(text => searchTextOf(text) !== ''),
      writing,
      (before, query, after) => {
        const line = before + query + after
        const words = wordsOf(query)
        const pieces = highlightLine(line, words)
        expect(pieces.map(({ text }) => text).join('')).toBe(line)
        expect(containsAllWords(line, words)).toBe(true)
        const hits = pieces.filter(({ isHit }) => isHit)
        expect(hits.length).toBeGreaterThan(0)
        for (const { text } of hits) expect(words.some(word => containsAllWords(text, [word]))).toBe(true)
      },
    ),
  )
})

test('marks every occurrence with the white space inside', () => {
  expect(format(highlightLine('내년 예산 회 의', wordsOf('회의 예산')))).toBe('내년 [예산] [회 의]')
  expect(format(highlightLine('회의록', wordsOf('회의 의록')))).toBe('[회의록]')
  expect(format(highlightLine('회의 회의', wordsOf('ㅎㅇ')))).toBe('[회의] [회의]')
  expect(format(highlightLine('여름', wordsOf('회의')))).toBe('여름')
})

test('starts an excerpt shortly before the first hit, without splitting characters', () => {
  expect(format(excerptOf(`${'가'.repeat(30)}회의${'나'.repeat(200)}`, wordsOf('회의')))).toBe(
    `…${'가'.repeat(24)}[회의]${'나'.repeat(134)}…`,
  )
  expect(format(excerptOf('지난주에 정한 것을 다시 봤다. 그리고 오늘 다음 회의', wordsOf('회의')))).toBe(
    '…정한 것을 다시 봤다. 그리고 오늘 다음 [회의]',
  )
  expect(format(excerptOf(`${'😀'.repeat(20)}a회의`, wordsOf('회의')))).toMatch(/^…😀+a\[회의\]$/u)
  for (const { text } of excerptOf('😀'.repeat(200), wordsOf('회의'))) expect(text.isWellFormed()).toBe(true)
})

test('hides Markdown syntax in excerpts unless the hit is in it', () => {
  const text = '# 준비\n\n- **김밥**과 [물](https://example.com/water)'
  expect(format(excerptOf(text, wordsOf('김밥')))).toBe('준비 [김밥]과 물')
  expect(format(excerptOf(text, wordsOf('소풍')))).toBe('준비 · 김밥과 물')
  expect(format(excerptOf(text, wordsOf('/water')))).toContain('[/water]')
})
