import { expect, test } from 'vitest'
import { SUGGESTIONS_PER_PAGE } from '#protocol/limits.ts'
import { threadsOf, withCreated } from './agora.threads.ts'

const item = (suggestionNo: number, state = 0) => ({
  suggestionNo,
  state,
  opinion: '열 글자가 넘는 의견이에요.',
  timeCreated: '2026-01-01T00:00:00.000Z',
  writer: '박서준',
  writerNo: 2,
})
const numbers = (items: { suggestionNo: number; state: number }[]) =>
  items.map(({ suggestionNo, state }) => (state > 0 ? `답 ${suggestionNo}` : String(suggestionNo)))

test('an answer stands under the suggestion before it', () => {
  const threads = threadsOf([item(3), item(2), item(2, 1), item(1)])
  expect(threads.map(({ suggestion, answers }) => [suggestion.suggestionNo, answers.length])).toEqual([
    [3, 0],
    [2, 1],
    [1, 0],
  ])
})

test('a new suggestion comes on top, and the last one of a full page goes with its answer', () => {
  const full = Array.from({ length: SUGGESTIONS_PER_PAGE }, (_, index) => item(SUGGESTIONS_PER_PAGE - index))
  const answered = [...full, item(1, 1)]
  expect(numbers(withCreated(answered, item(9)))).toEqual(['9', '7', '6', '5', '4', '3', '2'])
})

test('a suggestion that is in the list already stands once', () => {
  expect(numbers(withCreated([item(2), item(1), item(1, 1)], item(2)))).toEqual(['2', '1', '답 1'])
})
