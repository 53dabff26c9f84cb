import fc from 'fast-check'
import { expect, test } from 'vitest'
import { searchTextOf } from '#protocol/searchText.ts'
import { wordsOf } from './searchFields.ts'
import { excerptOf, holdsWords, markedLine } from './searchHighlight.ts'

const writing = fc
  .oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: 'binary-ascii' }),
    fc.constantFrom('회의록', '김밥 😀'),
  )
  .map(text => text.toWellFormed().normalize('NFC'))

/** With hits in brackets. */
const shown = (pieces: { text: string; isHit: boolean }[]) =>
  pieces.map(({ text, isHit }) => (isHit ? `[${text}]` : text)).join('')

test('pieces put together are the line, and each hit holds a word', () => {
  fc.assert(
    fc.property(
      writing,
      writing.filter(text => searchTextOf(text) !== ''),
      writing,
      (before, asked, after) => {
        const line = before + asked + after
        const words = wordsOf(asked)
        const pieces = markedLine(line, words)
        expect(pieces.map(({ text }) => text).join('')).toBe(line)
        expect(holdsWords(line, words)).toBe(true)
        const hits = pieces.filter(({ isHit }) => isHit)
        expect(hits.length).toBeGreaterThan(0)
        for (const { text } of hits) expect(words.some(word => holdsWords(text, [word]))).toBe(true)
      },
    ),
  )
})

test('every word is marked wherever it stands, with the blanks inside of it', () => {
  expect(shown(markedLine('내년 예산 회 의', wordsOf('회의 예산')))).toBe('내년 [예산] [회 의]')
  expect(shown(markedLine('회의록', wordsOf('회의 의록')))).toBe('[회의록]')
  expect(shown(markedLine('회의 회의', wordsOf('ㅎㅇ')))).toBe('[회의] [회의]')
  expect(shown(markedLine('여름', wordsOf('회의')))).toBe('여름')
})

test('an excerpt begins shortly before the first hit, and cuts no sign in half', () => {
  expect(shown(excerptOf(`${'가'.repeat(30)}회의${'나'.repeat(200)}`, wordsOf('회의')))).toBe(
    `…${'가'.repeat(24)}[회의]${'나'.repeat(134)}…`,
  )
  expect(shown(excerptOf('지난주에 정한 것을 다시 봤다. 그리고 오늘 다음 회의', wordsOf('회의')))).toBe(
    '…정한 것을 다시 봤다. 그리고 오늘 다음 [회의]',
  )
  expect(shown(excerptOf(`${'😀'.repeat(20)}a회의`, wordsOf('회의')))).toMatch(/^…😀+a\[회의\]$/u)
  for (const { text } of excerptOf('😀'.repeat(200), wordsOf('회의'))) expect(text.isWellFormed()).toBe(true)
})

test('an excerpt shows no markdown signs, unless what was found is among these', () => {
  const text = '# 준비\n\n- **김밥**과 [물](https://example.com/water)'
  expect(shown(excerptOf(text, wordsOf('김밥')))).toBe('준비 [김밥]과 물')
  expect(shown(excerptOf(text, wordsOf('소풍')))).toBe('준비 김밥과 물')
  expect(shown(excerptOf(text, wordsOf('/water')))).toContain('[/water]')
})
