import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assignBlockKeys, measureChanges } from './blocks.ts'

describe('block keys', () => {
  const keysOf = (sources: string[], previous: string[]) =>
    assignBlockKeys(sources, assignBlockKeys(previous, [])).map(({ key }) => key)

  test('typing in a block changes no key', () => {
    expect(keysOf(['가', '나다', '라'], ['가', '나', '라'])).toEqual(['1', '2', '3'])
  })

  test('a new block does not change the keys of its neighbours', () => {
    expect(keysOf(['새', '가', '나'], ['가', '나'])).toEqual(['3', '1', '2'])
    expect(keysOf(['가', '새', '나'], ['가', '나'])).toEqual(['1', '3', '2'])
  })

  test('a removed block does not change the keys of the others', () => {
    expect(keysOf(['가', '다'], ['가', '나', '다'])).toEqual(['1', '3'])
  })

  test('handles several changes and moved blocks', () => {
    expect(keysOf(['새', '가', '나', '끝'], ['가', '나'])).toEqual(['3', '1', '2', '4'])
    expect(keysOf(['나', '가'], ['가', '나'])).toEqual(['2', '1'])
  })

  test('equal blocks have different keys', () => {
    expect(keysOf(['가', '가', '가'], ['가', '가'])).toEqual(['1', '2', '3'])
  })

  test('keys are unique after any sequence of edits', () => {
    const sources = fc.array(fc.constantFrom('가', '나', '다'), { maxLength: 8 })
    fc.assert(
      fc.property(fc.array(sources, { maxLength: 6 }), edits => {
        let blocks = assignBlockKeys([], [])
        for (const edit of edits) {
          blocks = assignBlockKeys(edit, blocks)
          expect(blocks.map(({ source }) => source)).toEqual(edit)
          expect(new Set(blocks.map(({ key }) => key)).size).toBe(edit.length)
        }
      }),
    )
  })
})

describe('size of an edit', () => {
  function changesBetween(previous: string[], next: string[]) {
    const blocks = assignBlockKeys(previous, [])
    return measureChanges(assignBlockKeys(next, blocks), blocks)
  }

  test('is 0 without a change', () => {
    expect(changesBetween(['p\n가', 'p\n나'], ['p\n가', 'p\n나'])).toEqual({ firstChanged: 2, characters: 0 })
  })

  test('is 1 for a letter typed into a long block', () => {
    const long = '가나다'.repeat(100)
    expect(changesBetween(['p\n앞', `p\n${long}끝`], ['p\n앞', `p\n${long}새끝`])).toEqual({
      firstChanged: 1,
      characters: 1,
    })
    expect(changesBetween([`p\n${long}`], [`p\n${long.slice(1)}`])).toEqual({
      firstChanged: 0,
      characters: 1,
    })
  })

  test('includes all of a new block and of a block of another kind', () => {
    expect(changesBetween(['p\n가', 'p\n나'], ['p\n가', 'p\n새것', 'p\n나'])).toEqual({
      firstChanged: 1,
      characters: 4,
    })
    expect(changesBetween(['p\n가나다'], ['list\n가나다'])).toEqual({ firstChanged: 0, characters: 8 })
  })

  test('includes all of another text', () => {
    expect(changesBetween(['p\n가가가', 'p\n나나나'], ['p\n다다다', 'p\n라라라'])).toEqual({
      firstChanged: 0,
      characters: 6,
    })
  })
})
