import { expect, test } from 'vitest'
import { consistsOfLines } from './reports.service.ts'

const TEXT = '첫 줄\n\n둘째 줄\n둘째 줄\n끝'

test('treats all line breaks alike', () => {
  expect(consistsOfLines('하나\n둘', '하나\r\n둘\r셋')).toBe(true)
})

test.each([['첫 줄'], ['첫 줄\n끝'], ['둘째 줄\n둘째 줄'], ['첫 줄\n\n둘째 줄\n둘째 줄\n끝']])(
  'accepts %j',
  copy => {
    expect(consistsOfLines(copy, TEXT)).toBe(true)
  },
)

test.each([['첫'], ['끝\n첫 줄'], ['첫 줄\n첫 줄'], ['첫 줄\n내가 쓰지 않은 말'], ['둘째 줄 ']])(
  'rejects %j',
  copy => {
    expect(consistsOfLines(copy, TEXT)).toBe(false)
  },
)
