import { expect, test } from 'vitest'
import { isPickedFrom } from './reports.rules.ts'

const TEXT = '첫 줄\n\n둘째 줄\n둘째 줄\n끝'

test('however lines are broken, they are the same', () => {
  expect(isPickedFrom('하나\n둘', '하나\r\n둘\r셋')).toBe(true)
})

test.each([['첫 줄'], ['첫 줄\n끝'], ['둘째 줄\n둘째 줄'], ['첫 줄\n\n둘째 줄\n둘째 줄\n끝']])(
  'picked: %j',
  copy => {
    expect(isPickedFrom(copy, TEXT)).toBe(true)
  },
)

test.each([['첫'], ['끝\n첫 줄'], ['첫 줄\n첫 줄'], ['첫 줄\n내가 쓰지 않은 말'], ['둘째 줄 ']])(
  'not picked: %j',
  copy => {
    expect(isPickedFrom(copy, TEXT)).toBe(false)
  },
)
