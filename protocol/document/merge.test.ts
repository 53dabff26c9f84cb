import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TextEdit } from './content.ts'
import { diffText, mergeEdits, spliceOf } from './merge.ts'

const apply = (text: string, edits: readonly TextEdit[]) =>
  [...edits]
    .reverse()
    .reduce((done, { from, to, insert }) => done.slice(0, from) + insert + done.slice(to), text)
const merge = (base: string, mine: string, theirs: string) => apply(theirs, mergeEdits(base, mine, theirs))

/** Few words, so that texts share many. */
const text = fc
  .array(fc.constantFrom('가', '나', '다라', '마바사', ' ', '\n', '😀', '.', 'ㅎ'), { maxLength: 40 })
  .map(words => words.join(''))

describe('a diff', () => {
  test('turns one text into the other, in ascending edits', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const edits = diffText(before, after)
        expect(apply(before, edits)).toBe(after)
        expect(edits.every((edit, index) => edit.from >= (edits[index - 1]?.to ?? 0))).toBe(true)
      }),
    )
  })

  test('never splits a surrogate pair', () => {
    expect(spliceOf('😀', '😁')).toEqual({ from: 0, to: 2, insert: '😁' })
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (before, after) => {
        expect(diffText(before, after).every(({ insert }) => insert.isWellFormed())).toBe(true)
      }),
    )
  })

  test('of two long texts without a common word is one replacement', () => {
    const many = (word: string) => Array.from({ length: 2_500 }, (_, index) => `${word}${index}`).join(' ')
    expect(diffText(many('가'), many('나')).length).toBeLessThan(10)
  })
})

describe('a diff is limited, because its time grows with the square of the edits:', () => {
  /** Letters in an order without a pattern, of few kinds, so that any two texts share many. */
  function letters(count: number, seed: number): string {
    let state = seed
    return Array.from({ length: count }, () => {
      state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
      return String.fromCharCode(97 + Math.floor(state / 2 ** 28))
    }).join('')
  }
  const words = (count: number, length: number, seed: number) =>
    Array.from({ length: count }, (_, index) => letters(length, seed + index)).join('\n')

  test('a long changed word is one replacement', () => {
    expect(diffText(words(10, 450, 1), words(10, 450, 100)).length).toBe(10)
  })

  test('all changed words share the limit', () => {
    const [before, after] = [words(40, 100, 1), words(40, 100, 100)]
    const edits = diffText(before, after)
    expect(apply(before, edits)).toBe(after)
    const isWhole = ({ from, to }: TextEdit) => to - from > 90
    expect(edits.filter(isWhole).length).toBeGreaterThan(20)
    expect(edits.filter(isWhole).length).toBeLessThan(40)
  })

  test('many changed short words are compared letter by letter', () => {
    const many = (end: string) => Array.from({ length: 140 }, (_, index) => `낱말${index}${end}`).join(' ')
    expect(diffText(many('은'), many('는')).every(({ from, to }) => to - from === 1)).toBe(true)
  })
})

describe('a merge', () => {
  test.each([
    ['changes at different places', '하나 둘 셋', '하나 두울 셋', '하나 둘 셋 넷', '하나 두울 셋 넷'],
    ['insertions at one place', '가나', '가 나', '가-나', '가- 나'],
    ['my text that they continued', '하나', '하나 둘', '하나 둘 셋', '하나 둘 셋'],
    ['the same change by both', '하나 둘', '하나 셋', '하나 셋', '하나 셋'],
    ['my deletion of what they extended', '하나 둘 셋', '하나 셋', '하나 두울 둘 셋', '하나 두울 셋'],
    ['their deletion of what I changed', '하나 둘 셋', '하나 두울 셋', '하나 셋', '하나 두울셋'],
  ])('of %s', (_, base, mine, theirs, merged) => {
    expect(merge(base, mine, theirs)).toBe(merged)
  })

  test('with an unchanged side is the other side', () => {
    fc.assert(
      fc.property(text, text, (base, other) => {
        expect(merge(base, other, base)).toBe(other)
        expect(merge(base, base, other)).toBe(other)
        expect(merge(base, other, other)).toBe(other)
      }),
    )
  })

  test('keeps every letter that either side has added', () => {
    const added = (marks: string) =>
      fc.array(fc.record({ at: fc.nat(), mark: fc.constantFrom(...marks) }), { maxLength: 5 })
    function insert(base: string, places: { at: number; mark: string }[]): string {
      const letters = [...base]
      for (const { at, mark } of places) letters.splice(at % (letters.length + 1), 0, mark)
      return letters.join('')
    }
    const count = (all: string, mark: string) => all.split(mark).length - 1
    fc.assert(
      fc.property(text, added('ABC'), added('XYZ'), (base, mine, theirs) => {
        const merged = merge(base, insert(base, mine), insert(base, theirs))
        for (const { mark } of [...mine, ...theirs])
          expect(count(merged, mark)).toBe([...mine, ...theirs].filter(each => each.mark === mark).length)
      }),
    )
  })
})
