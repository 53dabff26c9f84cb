import fc from 'fast-check'
import { expect, test } from 'vitest'
import { patternOf } from './agora.patterns.ts'

const INITIALS = [...'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ']
const hangul = fc.string({
  unit: fc.integer({ min: 0xac00, max: 0xd7a3 }).map(code => String.fromCharCode(code)),
})
const writing = fc.oneof(hangul, fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary-ascii' }))
const word = writing.map(text => text.toWellFormed().normalize('NFC').replace(/\s+/g, '')).filter(Boolean)

test('matches every text that contains the word', () => {
  fc.assert(
    fc.property(writing, word, writing, (before, query, after) => {
      expect(patternOf(query).test(`${before} ${query} ${after}`)).toBe(true)
    }),
  )
  expect(patternOf('api').test('REST API')).toBe(true)
})

test('matches a Hangul word exactly', () => {
  fc.assert(
    fc.property(hangul, hangul.filter(Boolean), (text, query) => {
      expect(patternOf(query).test(text)).toBe(text.includes(query))
    }),
  )
})

test('matches syllables by their initial consonants', () => {
  fc.assert(
    fc.property(hangul, hangul.filter(Boolean), hangul, (before, query, after) => {
      const initials = [...query].map(initialOf).join('')
      expect(patternOf(initials).test(before + query + after)).toBe(true)
    }),
  )
  expect(patternOf('ㅎㅇㄹ').test('3월 회의록')).toBe(true)
  expect(patternOf('회ㅇ').test('3월 회의록')).toBe(true)
  expect(patternOf('ㅎㅇㄹ').test('3월 회의')).toBe(false)
})

/** Computes the initial from the decomposition, independently of the pattern. */
function initialOf(syllable: string): string {
  const lead = syllable.normalize('NFD').charCodeAt(0) - 0x1100
  return INITIALS[lead] ?? ''
}

test.each([
  ['영폭문자', '영\u200b폭문자'],
  ['영\u200b폭문자', '영폭문자'],
  ['ＡＰＩ', 'api'],
  ['cafe', 'CAFÉ'],
  ['café', 'cafe'],
  ['strasse', 'Straße'],
  ['office', 'oﬃce'],
  ["it's", 'it’s'],
  ['ㄱㅅ', 'ㄳ'],
  ['a-b', 'a–b'],
])('%j matches %j, which looks the same', (query, text) => {
  expect(patternOf(query).test(text)).toBe(true)
})

test.each(['ﷺ', '㎯', 'Ⅷ', 'a', '-', '가ㅎ'])("stays within MongoDB's limit for a word of many %s", sign => {
  const pattern = patternOf(sign.repeat(40).slice(0, 40))
  expect(Buffer.byteLength(pattern.source)).toBeLessThan(32_764)
  expect(pattern.test(`글 ${sign.repeat(40)}`)).toBe(true)
})
