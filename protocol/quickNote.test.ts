import { expect, test } from 'vitest'
import { parseQuickNote } from './quickNote.ts'

test.each([
  ['장보기\n우유\n달걀', '장보기', '우유\n달걀'],
  ['\n\n---\n# **주말** 계획\n\n- [ ] 산책\n', '주말 계획', '- [ ] 산책'],
  ['한 줄뿐', '한 줄뿐', ''],
  ['😀', '😀', ''],
  ['첫 줄\r\n둘째 줄', '첫 줄', '둘째 줄'],
])('%j is a note', (written, title, text) => {
  expect(parseQuickNote(written)).toEqual({ title, text })
})

test('keeps a first line that is too long for a title', () => {
  const line = '아주 긴 첫 줄이라서 제목에는 다 들어가지 못하고 마흔 글자에서 끊기는 그런 문장이에요'
  expect(line.length).toBeGreaterThan(40)
  const note = parseQuickNote(`${line}\n다음`)
  expect(note?.title).toBe(line.slice(0, 40).trimEnd())
  expect(note?.text).toBe(`${line}\n다음`)
  const family = '👨‍👩‍👧‍👦'
  expect(parseQuickNote(family.repeat(9))?.title).toBe(family.repeat(3))
})

test.each(['', ' \n\t', '---\n***', '> \n- '])('%j is not a note', written => {
  expect(parseQuickNote(written)).toBeNull()
})
