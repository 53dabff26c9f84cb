import { expect, test } from 'vitest'
import { changesOf } from './block.changes.ts'
import { keyBlocks } from './block.keys.ts'

function changesFrom(before: string[], after: string[]) {
  const blocks = keyBlocks(before, [])
  return changesOf(keyBlocks(after, blocks), blocks)
}

test('nothing changed', () => {
  expect(changesFrom(['p\n가', 'p\n나'], ['p\n가', 'p\n나'])).toEqual({ first: 2, characters: 0 })
})

test('a letter typed into a long block counts as a letter', () => {
  const long = '가나다'.repeat(100)
  expect(changesFrom(['p\n앞', `p\n${long}끝`], ['p\n앞', `p\n${long}새끝`])).toEqual({
    first: 1,
    characters: 1,
  })
  expect(changesFrom([`p\n${long}`], [`p\n${long.slice(1)}`])).toEqual({ first: 0, characters: 1 })
})

test('a block put between others, or of another kind, counts in full', () => {
  expect(changesFrom(['p\n가', 'p\n나'], ['p\n가', 'p\n새것', 'p\n나'])).toEqual({ first: 1, characters: 4 })
  expect(changesFrom(['p\n가나다'], ['list\n가나다'])).toEqual({ first: 0, characters: 8 })
})

test('another text counts in full', () => {
  expect(changesFrom(['p\n가가가', 'p\n나나나'], ['p\n다다다', 'p\n라라라'])).toEqual({
    first: 0,
    characters: 6,
  })
})
