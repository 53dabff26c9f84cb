import { expect, test } from 'vitest'
import { fenceAfter, marksOf } from './line.marks.ts'

/** The line with its signs in ‹ ›. */
function shown(line: string, fence: string | null = null): string {
  return marksOf(line, fence).reduceRight(
    (text, { from, to }) => `${text.slice(0, from)}‹${text.slice(from, to)}›${text.slice(to)}`,
    line,
  )
}

test.each([
  ['그냥 글 - 줄표 * 별 # 우물', '그냥 글 - 줄표 * 별 # 우물'],
  ['# 제목', '‹#› 제목'],
  ['#태그', '#태그'],
  ['> “딱이다.”', '‹>› “딱이다.”'],
  ['> - 인용 속 항목', '‹> -› 인용 속 항목'],
  ['- [ ] 할 일 **전부**', '‹- [ ]› 할 일 ‹**›전부‹**›'],
  ['  - [x] 한 일 **전부**', '‹  - [x] 한 일 **전부**›'],
  ['12. 열둘', '‹12.› 열둘'],
  ['---', '‹---›'],
  ['| --- | :-: |', '‹| --- | :-: |›'],
  ['| 가 | 나 |', '‹|› 가 ‹|› 나 ‹|›'],
  ['가 | 나', '가 | 나'],
  [
    '***둘 다*** *하나* _또_ ~~지움~~ ==칠함==',
    '‹***›둘 다‹***› ‹*›하나‹*› ‹_›또‹_› ‹~~›지움‹~~› ‹==›칠함‹==›',
  ],
  ['snake_case_name', 'snake_case_name'],
  ['3 * 4 * 5', '3 * 4 * 5'],
  ['혼자 **열린 것', '혼자 **열린 것'],
  ['`**코드**` 밖', '‹`›**코드**‹`› 밖'],
  ['``a`b`` c', '‹``›a`b‹``› c'],
  ['[말](https://example.com/a_b_c) 뒤', '‹[›말‹](https://example.com/a_b_c)› 뒤'],
  ['![산](/pictures/0) 뒤', '‹![›산‹](/pictures/0)› 뒤'],
  ['\\*별\\*', '\\*별\\*'],
])('%s', (line, marked) => {
  expect(shown(line)).toBe(marked)
})

test('a picture that is going up is one mark, with its key', () => {
  const key = '0b9f7a52-1111-4222-8333-123456789abc'
  expect(marksOf(`앞 ![**산**](upload:${key}) 뒤`, null)).toEqual([{ from: 2, to: 55, upload: key }])
})

test('code has no signs but its fences', () => {
  expect(fenceAfter('```js', null)).toBe('```')
  expect(fenceAfter('~~~', '```')).toBe('```')
  expect(fenceAfter('``` js', '```')).toBe('```')
  expect(fenceAfter('`````', '```')).toBeNull()
  expect(shown('```js')).toBe('‹```js›')
  expect(shown('# 주석', '```')).toBe('# 주석')
  expect(shown('```', '```')).toBe('‹```›')
})

test('a hostile line takes no longer than its length', () => {
  const started = performance.now()
  for (const line of ['*a '.repeat(600), '`'.repeat(2_000), '[a]('.repeat(500), '| -'.repeat(600)])
    marksOf(line, null)
  marksOf('**'.repeat(200_000), null)
  expect(performance.now() - started).toBeLessThan(500)
})
