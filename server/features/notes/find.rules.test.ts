import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findPatterns, markedIn } from './find.rules.ts'

const INITIALS = [...'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ']
const hangul = fc.string({
  unit: fc.integer({ min: 0xac00, max: 0xd7a3 }).map(code => String.fromCharCode(code)),
})
const writing = fc.oneof(hangul, fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary-ascii' }))
const query = writing
  .map(text => text.toWellFormed().normalize('NFC').replace(/\s+/g, ' ').trim())
  .filter(Boolean)

test('a query finds every text that it stands in', () => {
  fc.assert(
    fc.property(writing, query, writing, (before, asked, after) => {
      const { title, text } = findPatterns(asked)
      expect(text.test(`${before} ${asked} ${after}`)).toBe(true)
      expect(title.test(`${before} ${asked} ${after}`)).toBe(true)
    }),
  )
})

test('a Hangul query finds nothing else', () => {
  fc.assert(
    fc.property(hangul, hangul.filter(Boolean), (text, asked) => {
      expect(findPatterns(asked).text.test(text)).toBe(text.includes(asked))
    }),
  )
})

test('a title is found by the initial consonants of its syllables, a text is not', () => {
  fc.assert(
    fc.property(hangul, hangul.filter(Boolean), hangul, (before, word, after) => {
      const initials = [...word].map(initialOf).join('')
      expect(findPatterns(initials).title.test(before + word + after)).toBe(true)
      expect(findPatterns(initials).text.test(before + word + after)).toBe(false)
    }),
  )
  expect(findPatterns('ㅎㅇㄹ').title.test('3월 회의록')).toBe(true)
  expect(findPatterns('회ㅇ').title.test('3월 회의록')).toBe(true)
  expect(findPatterns('ㅎㅇㄹ').title.test('3월 회의')).toBe(false)
})

/** The other way round than the rules reckon: by the syllable's decomposition. */
function initialOf(syllable: string): string {
  const lead = syllable.normalize('NFD').charCodeAt(0) - 0x1100
  return INITIALS[lead] ?? ''
}

test('case and white space do not matter', () => {
  expect(findPatterns('api  설계').text.test('REST API\n설계')).toBe(true)
})

test('a hit is cut out of its text exactly, and no character in half', () => {
  fc.assert(
    fc.property(writing, query, writing, (before, asked, after) => {
      const text = `${before} ${asked} ${after}`.toWellFormed()
      const marked = markedIn(text, findPatterns(asked).text, { before: 3, after: 3 })
      expect(marked.hit.toLowerCase()).toBe(asked.toLowerCase())
      for (const piece of Object.values(marked)) expect(piece.isWellFormed()).toBe(true)
    }),
  )
})

test('what is left out is marked; without a hit the text shows from its beginning', () => {
  const around = { before: 2, after: 2 }
  expect(markedIn('가나다회의라마바', /회의/, around)).toEqual({
    before: '…나다',
    hit: '회의',
    after: '라마…',
  })
  expect(markedIn('가나다', /회의/, around)).toEqual({ before: '', hit: '', after: '가나…' })
  expect(markedIn('첫 줄\n\n회의', /회의/, around)).toEqual({ before: '… ', hit: '회의', after: '' })
})
