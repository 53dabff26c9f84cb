import fc from 'fast-check'
import { expect, test } from 'vitest'
import { partAt, partsOfLengths, startsOf, wholeText } from './seriesText.ts'

const partsOf = (...texts: string[]) => texts.map(text => ({ text }))

test('joins parts as they are after a line break, otherwise with a blank line', () => {
  expect(wholeText([])).toBe('')
  expect(wholeText(partsOf('하나'))).toBe('하나')
  expect(wholeText(partsOf('하나\n', '둘', '셋\n\n', '넷'))).toBe('하나\n둘\n\n셋\n\n넷')
  expect(wholeText(partsOf('', '둘'))).toBe('\n\n둘')
})

test('maps positions to parts', () => {
  const parts = partsOf('하나\n', '둘', '', '셋')
  // 하나\n둘␤␤␤␤셋
  expect(partAt(parts, 0)).toEqual({ index: 0, position: 0 })
  expect(partAt(parts, 2)).toEqual({ index: 0, position: 2 })
  expect(partAt(parts, 3)).toEqual({ index: 1, position: 0 })
  expect(partAt(parts, 5)).toEqual({ index: 1, position: 1 })
  expect(partAt(parts, 6)).toEqual({ index: 2, position: 0 })
  expect(partAt(parts, 8)).toEqual({ index: 3, position: 0 })
  expect(partAt(parts, 99)).toEqual({ index: 3, position: 1 })
})

const anyParts = fc.array(fc.constantFrom('', '\n', '가', '나다\n', '라\n\n', '# 마', '😀'), {
  minLength: 1,
  maxLength: 6,
})

test('each position of any part is found at its place in the whole text', () => {
  fc.assert(
    fc.property(anyParts, texts => {
      const parts = partsOf(...texts)
      const text = wholeText(parts)
      const starts = startsOf(parts)
      for (const [index, part] of texts.entries()) {
        const start = starts[index] ?? 0
        expect(text.slice(start, start + part.length)).toBe(part)
        for (let position = 0; position < part.length; position++)
          expect(partAt(parts, start + position)).toEqual({ index, position })
      }
    }),
  )
})

test('finds the parts again by their lengths', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: fc.constantFrom('가', '\n', '😀') }), { minLength: 1 }), texts => {
      const whole = wholeText(partsOf(...texts))
      expect(
        partsOfLengths(
          whole,
          texts.map(text => text.length),
        ),
      ).toEqual(texts)
    }),
  )
})

test('finds no parts if the lengths do not fit the text', () => {
  const whole = wholeText(partsOf('하나\n', '둘', '셋'))
  expect(partsOfLengths(whole, [3, 1, 1])).toEqual(['하나\n', '둘', '셋'])
  for (const lengths of [[], [3, 1], [3, 1, 2], [2, 2, 1], [3, 1, 1, 0]])
    expect(partsOfLengths(whole, lengths)).toBeNull()
})
