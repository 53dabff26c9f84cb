import { expect, test } from 'vitest'
import { PASSAGE_POSITION_MAX, type Passage, passageSchema } from './passages.ts'

const passage: Passage = {
  exact: '고친 문장',
  prefix: '앞 ',
  suffix: ' 뒤',
  start: 2,
  end: 7,
  noteVersion: 3,
}

function isValid(change: Partial<Passage>): boolean {
  return passageSchema.safeParse({ ...passage, ...change }).success
}

/** A passage at the beginning of a text. */
function quoting(exact: string): Partial<Passage> {
  return { exact, start: 0, end: exact.length }
}

test('accepts a passage and changes nothing in it', () => {
  const decomposed = { ...passage, ...quoting('\u0301e\u0301\n\t가'), noteVersion: undefined }
  expect(passageSchema.parse(passage)).toEqual(passage)
  expect(passageSchema.parse(decomposed)).toEqual(decomposed)
})

test.each<[string, Partial<Passage>]>([
  ['an empty quote', quoting('')],
  ['an invisible quote', quoting(' \u200b\n')],
  ['a quote that is too long', quoting('가'.repeat(301))],
  ['a lone surrogate', quoting('가\ud83d')],
  ['a control character', quoting('가\u0000')],
  ['a long prefix', { prefix: '가'.repeat(33) }],
  ['a long suffix', { suffix: '가'.repeat(33) }],
  ['a suffix with half an emoji', { suffix: '\ude00' }],
  ['an end that does not match the quote', { end: 8 }],
  ['a negative position', { start: -1, end: 4 }],
  ['a fraction', { start: 0.5, end: 5.5 }],
  ['a position beyond every note', { start: PASSAGE_POSITION_MAX, end: PASSAGE_POSITION_MAX + 5 }],
  ['a version of 0', { noteVersion: 0 }],
])('rejects %s', (_, change) => {
  expect(isValid(change)).toBe(false)
})

test('the longest passage is valid', () => {
  expect(isValid({ ...quoting('가'.repeat(300)), prefix: '가'.repeat(32), suffix: '😀'.repeat(16) })).toBe(
    true,
  )
})
