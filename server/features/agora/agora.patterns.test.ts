import fc from 'fast-check'
import { expect, test } from 'vitest'
import { patternOf } from './agora.patterns.ts'

const INITIALS = [...'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ']
const hangul = fc.string({
  unit: fc.integer({ min: 0xac00, max: 0xd7a3 }).map(code => String.fromCharCode(code)),
})
const writing = fc.oneof(hangul, fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary-ascii' }))
const word = writing.map(text => text.toWellFormed().normalize('NFC').replace(/\s+/g, '')).filter(Boolean)

test('a word finds every text that it stands in', () => {
  fc.assert(
    fc.property(writing, word, writing, (before, asked, after) => {
      expect(patternOf(asked).test(`${before} ${asked} ${after}`)).toBe(true)
    }),
  )
  expect(patternOf('api').test('REST API')).toBe(true)
})

test('a Hangul word finds nothing else', () => {
  fc.assert(
    fc.property(hangul, hangul.filter(Boolean), (text, asked) => {
      expect(patternOf(asked).test(text)).toBe(text.includes(asked))
    }),
  )
})

test('initial consonants stand for the syllables that begin with them', () => {
  fc.assert(
    fc.property(hangul, hangul.filter(Boolean), hangul, (before, asked, after) => {
      const initials = [...asked].map(initialOf).join('')
      expect(patternOf(initials).test(before + asked + after)).toBe(true)
    }),
  )
  expect(patternOf('ㅎㅇㄹ').test('3월 회의록')).toBe(true)
  expect(patternOf('회ㅇ').test('3월 회의록')).toBe(true)
  expect(patternOf('ㅎㅇㄹ').test('3월 회의')).toBe(false)
})

/** The other way round than the pattern reckons: by the syllable's decomposition. */
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
])('%j finds %j, which looks the same', (asked, text) => {
  expect(patternOf(asked).test(text)).toBe(true)
})

test.each(['ﷺ', '㎯', 'Ⅷ', 'a', '-', '가ㅎ'])(
  'a word of many %s makes no pattern that MongoDB refuses',
  sign => {
    const pattern = patternOf(sign.repeat(40).slice(0, 40))
    expect(Buffer.byteLength(pattern.source)).toBeLessThan(32_764)
    expect(pattern.test(`글 ${sign.repeat(40)}`)).toBe(true)
  },
)
