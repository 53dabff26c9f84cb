import fc from 'fast-check'
import { expect, test } from 'vitest'
import { searchTextOf, searchTextWithPlaces } from '#protocol/searchText.ts'
import { initialsOf, searchFieldsOf, wordsOf } from './searchFields.ts'

const hangul = fc
  .string({ unit: fc.integer({ min: 0xac00, max: 0xd7a3 }).map(code => String.fromCharCode(code)) })
  .filter(Boolean)
const writing = fc
  .oneof(hangul, fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary-ascii' }))
  .map(text => text.toWellFormed().normalize('NFC'))

/** Matches each word like the database does. */
function finds(query: string, text: string): boolean {
  const search = searchFieldsOf({ title: '', text })
  return wordsOf(query).every(word => {
    if (word.kind === 'literal') return search.text.includes(word.folded)
    if (word.kind === 'initials') return search.initials.includes(word.letters)
    return search.text.search(word.pattern) >= 0
  })
}

/** Computes consonants from the decomposition, independently of the implementation. */
const consonantsOf = (text: string) =>
  [...text]
    .map(
      syllable => 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ'[syllable.normalize('NFD').charCodeAt(0) - 0x1100],
    )
    .join('')

test('finds every text that contains the query; string and pattern search agree', () => {
  fc.assert(
    fc.property(
      writing,
      writing.filter(text => searchTextOf(text) !== ''),
      writing,
      (before, query, after) => {
        const text = before + query + after
        expect(finds(query, text)).toBe(true)
        for (const { pattern } of wordsOf(query))
          expect(searchTextWithPlaces(text).text.search(pattern)).toBeGreaterThanOrEqual(0)
      },
    ),
  )
})

test('finds words in any order, ignoring case and white space', () => {
  expect(finds('예산 회의', '회 의 록: 내년\n예산')).toBe(true)
  expect(finds('회의록', '회의 록')).toBe(true)
  expect(finds('API rest', 'Rest a\u00a0p i')).toBe(true)
  expect(finds('예산 결산', '내년 예산')).toBe(false)
  expect(wordsOf('예산  예산 ')).toHaveLength(1)
})

test('finds a text by initial consonants, with or without syllables', () => {
  fc.assert(
    fc.property(hangul, hangul, hangul, (before, word, after) => {
      expect(finds(consonantsOf(word), before + word + after)).toBe(true)
      expect(finds(word + consonantsOf(after), before + word + after)).toBe(true)
    }),
  )
  expect(finds('ㅎㅇㄹ', '3월 회의록')).toBe(true)
  expect(finds('회ㅇ', '3월 회의록')).toBe(true)
  expect(finds('ㅎㅇㄹ', '3월 회의')).toBe(false)
  expect(finds('ㅎㅇ', '회 a 의')).toBe(false)
  expect(finds('ㅋㅋ', '그래 ㅋㅋ')).toBe(true)
})

test('treats consonant clusters of the keyboard as two consonants', () => {
  expect(finds('ㄳ', '감사해요')).toBe(true)
  expect(finds('ㄱㅅ', 'ㄳ요')).toBe(true)
  expect(finds('ㄳ', 'ㄳ요')).toBe(true)
})

test('takes pattern characters literally', () => {
  expect(finds('a.b*c', 'a.b*c')).toBe(true)
  expect(finds('a.b', 'axb')).toBe(false)
  expect(finds('(ㅎ', '(하')).toBe(true)
  expect(finds('(ㅎ', '하')).toBe(false)
})

test('maps each folded unit to its origin', () => {
  const { text, places } = searchTextWithPlaces('A ㄳİ')
  expect(text).toBe('aㄱㅅi')
  expect(places.map(({ start, end }) => [start, end])).toEqual([
    [0, 1],
    [2, 3],
    [2, 3],
    [3, 4],
  ])
  expect(initialsOf('3월회의!록ㅏ')).toBe('.LSL.F.')
})

test('folds a text like its single characters', () => {
  const signs = fc.constantFrom(...'가힣ㄱㅎㄳㄵㄶㄺㄻㅀㅄAΣİß \t\n\u00a0\u3000😀é.1')
  const texts = fc.oneof(fc.string({ unit: signs }), fc.string({ unit: 'binary' }))
  fc.assert(
    fc.property(texts, text => {
      expect(searchTextOf(text)).toBe(searchTextWithPlaces(text).text)
    }),
  )
})

test.each([
  ['영폭문자', '영\u200b폭문자'],
  ['영\u200b폭문자', '영폭문자'],
  ['영폭문자', '영\u00ad폭\u2060문\ufeff자'],
  ['영폭문자', '\u202b영\u115f폭\u3164문\u200d자'],
  ['abc', 'ＡＢＣ'],
  ['ＡＢＣ', 'abc'],
  ['cafe', 'Café'],
  ['café', 'CAFE'],
  ['file', 'ﬁle'],
  ['strasse', 'Straße'],
  ['STRASSE', 'straße'],
  ['istanbul', 'İstanbul'],
  ['οδος', 'ΟΔΟΣ'],
  ["it's", 'it’s'],
  ['“말”', '"말"'],
  ['2026-11', '2026–11'],
  ['ガイド', 'ｶﾞｲﾄﾞ'],
  ['ㄱㄴ', 'ﾡﾤ'],
  ['가나', '㉮나'],
  ['kg', '㎏'],
  ['❤', '❤\ufe0f'],
  ['smørrebrød', 'Smorrebrod'],
])('%j finds %j', (query, text) => {
  expect(finds(query, text)).toBe(true)
})

test('finds nothing by an accent alone, and tells letters apart', () => {
  expect(finds('\u0301', '글')).toBe(false)
  expect(finds('か', 'が')).toBe(true)
  expect(finds('が', 'か')).toBe(false)
})
