import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keyBlocks } from './block.keys.ts'

const keysOf = (sources: string[], before: string[]) =>
  keyBlocks(sources, keyBlocks(before, [])).map(({ key }) => key)

test('typing in a block changes no key', () => {
  expect(keysOf(['가', '나다', '라'], ['가', '나', '라'])).toEqual(['1', '2', '3'])
})

test('a new block leaves those around it their keys', () => {
  expect(keysOf(['새', '가', '나'], ['가', '나'])).toEqual(['3', '1', '2'])
  expect(keysOf(['가', '새', '나'], ['가', '나'])).toEqual(['1', '3', '2'])
})

test('a removed block takes its key along', () => {
  expect(keysOf(['가', '다'], ['가', '나', '다'])).toEqual(['1', '3'])
})

test('blocks far apart may change at once, or move', () => {
  expect(keysOf(['새', '가', '나', '끝'], ['가', '나'])).toEqual(['3', '1', '2', '4'])
  expect(keysOf(['나', '가'], ['가', '나'])).toEqual(['2', '1'])
})

test('equal blocks are told apart', () => {
  expect(keysOf(['가', '가', '가'], ['가', '가'])).toEqual(['1', '2', '3'])
})

test('keys never repeat, whatever is edited', () => {
  const sources = fc.array(fc.constantFrom('가', '나', '다'), { maxLength: 8 })
  fc.assert(
    fc.property(fc.array(sources, { maxLength: 6 }), edits => {
      let blocks = keyBlocks([], [])
      for (const edit of edits) {
        blocks = keyBlocks(edit, blocks)
        expect(blocks.map(({ source }) => source)).toEqual(edit)
        expect(new Set(blocks.map(({ key }) => key)).size).toBe(edit.length)
      }
    }),
  )
})
