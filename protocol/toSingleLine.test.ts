import { expect, test } from 'vitest'
import { toSingleLine } from './toSingleLine.ts'

test.each([
  ['a heading', '# 무슨 일\n수요일 저녁', '무슨 일 · 수요일 저녁'],
  ['points and tasks', '남은 것\n- 이사\n- [x] **운전**\n1. 편지', '남은 것 · 이사 · 운전 · 편지'],
  ['a table', '| 시각 | 한 일 |\n| --- | --- |\n| 0:00 | 투입 \\| 불 |', '시각 · 한 일 · 0:00 · 투입 불'],
  ['a heading alone', '# 무슨 일', '무슨 일'],
  ['dots of its own', '노트·주제 · 방', '노트·주제 · 방'],
])('of %s what stood below one another is parted by a dot', (_, text, shown) => {
  expect(toSingleLine(text)).toBe(shown)
})
