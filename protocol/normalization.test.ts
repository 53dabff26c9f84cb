import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isStreamSafe, toNfc } from './normalization.ts'

const ACUTE_ABOVE = '\u0301'
const GRAVE_BELOW = '\u0316'

test('normalizes common text', () => {
  expect(toNfc('한글과 é'.normalize('NFD'))).toBe('한글과 é')
  expect(toNfc(`x${GRAVE_BELOW}${ACUTE_ABOVE}`)).toBe(toNfc(`x${ACUTE_ABOVE}${GRAVE_BELOW}`))
})

test('normalizes each single character like the standard', () => {
  for (let point = 0; point <= 0x10ffff; point += 1) {
    const sign = String.fromCodePoint(point)
    if (toNfc(sign) !== sign.normalize('NFC')) expect.fail(`U+${point.toString(16)}`)
  }
  for (const pair of ['각'.normalize('NFD'), 'ㄱㅏ', '가\u11a8', 'e\u0301', '\u2001a', '🏽\ufe0f'])
    expect(toNfc(pair)).toBe(pair.normalize('NFC'))
})

test('accepts up to thirty marks per letter', () => {
  const astral = '\u{1d165}'
  for (const mark of [ACUTE_ABOVE, GRAVE_BELOW, '\u094d', '\ufe0f', '\u20e3', astral]) {
    expect(isStreamSafe(`a${mark.repeat(30)}b${mark.repeat(30)}`)).toBe(true)
    expect(isStreamSafe(`a${mark.repeat(31)}`)).toBe(false)
  }
  expect(isStreamSafe(`a${(ACUTE_ABOVE + GRAVE_BELOW).repeat(16)}`)).toBe(false)
})

test.each([
  '각'.normalize('NFD').repeat(5000),
  '❤️'.repeat(2500),
  'ปู่'.repeat(1600),
  'क्षत्रिय'.repeat(600),
  '👩🏽‍💻'.repeat(700),
])('accepts scripts and emoji with many marks in a row: %#', text => {
  expect(isStreamSafe(text)).toBe(true)
})

test('does not change text with more marks', () => {
  const hostile = `a${ACUTE_ABOVE.repeat(45_000)}${GRAVE_BELOW.repeat(45_000)}`
  expect(toNfc(hostile)).toBe(hostile)
})

test('is idempotent for any text', () => {
  const unit = fc.oneof(
    fc.constantFrom(ACUTE_ABOVE, GRAVE_BELOW, '\u1100', '\u1161', '\u11a8'),
    fc.string({ unit: 'binary', maxLength: 1 }),
  )
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 200 }), text => {
      expect(toNfc(toNfc(text))).toBe(toNfc(text))
    }),
  )
})
