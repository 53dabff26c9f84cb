import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wholeText } from '#protocol/seriesText.ts'
import { goodBreak, splitIntoParts } from './splitParts.ts'

test('keeps a text that fits unchanged', () => {
  expect(splitIntoParts('하나\n\n\n둘\n', 10)).toEqual(['하나\n\n\n둘\n'])
  expect(splitIntoParts('', 10)).toEqual([''])
})

test('splits before headings', () => {
  const text = '머리말\n\n# 하나\n가나다\n\n## 둘\n라마바\n\n# 셋\n사아자'
  expect(splitIntoParts(text, 24)).toEqual(['머리말\n\n# 하나\n가나다\n\n', '## 둘\n라마바\n\n# 셋\n사아자'])
})

test('splits a long section between blocks, and not between a heading and its text', () => {
  expect(splitIntoParts('# 하나\n\n가나다라\n\n마바사아\n', 14)).toEqual([
    '# 하나\n\n가나다라\n\n',
    '마바사아\n',
  ])
  expect(splitIntoParts('가나다라마바사\n\n## 둘\n\n마바사아자차카타\n', 20)).toEqual([
    '가나다라마바사\n\n',
    '## 둘\n\n마바사아자차카타\n',
  ])
})

test('does not split within code, tables or details that fit into one part', () => {
  const blocks = [
    '```js\n하나\n\n둘\n\n셋\n```\n\n',
    '| 가 | 나 |\n| - | - |\n| 다 | 라 |\n| 마 | 바 |\n\n',
    '<details>\n<summary>더</summary>\n\n하나\n\n둘\n\n</details>\n\n',
    '> 가나다\n>\n> 라마바\n\n',
  ]
  for (const block of blocks) {
    const before = '가나다라 마바사아자 차카타파하\n가나다라\n\n'
    expect(splitIntoParts(before + block, Math.max(block.length + 4, 30))).toEqual([before, block])
  }
})

test('splits long blocks between list items or lines, then between words, then between graphemes', () => {
  expect(splitIntoParts('- 가나다\n  라마\n- 바사아\n- 자차카\n', 16)).toEqual([
    '- 가나다\n  라마\n',
    '- 바사아\n- 자차카\n',
  ])
  expect(splitIntoParts('가나다라\n마바사아\n자차', 9)).toEqual(['가나다라\n', '마바사아\n자차'])
  expect(splitIntoParts('가나다 라마바 사아', 9)).toEqual(['가나다 라마바 ', '사아'])
  const family = '👨‍👩‍👧‍👦'
  expect(splitIntoParts(family.repeat(3), family.length * 2 + 3)).toEqual([family.repeat(2), family])
})

const line = fc.constantFrom(
  ...['', '', '가나다라', '# 제목', '- 항목', '1. 하나', '> 말', '```', '| 가 | 나 |', '| - | - |'],
  ...['<details>', '</details>', '$$', '[^1]: 각주', '    코드', '😀 낱말 여럿 있는 긴 줄'],
)
const anyText = fc.array(line, { minLength: 1, maxLength: 60 }).map(lines => lines.join('\n'))

test('the parts of any text with line breaks join to the text, and fit', () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 20, max: 90 }), (text, max) => {
      const parts = splitIntoParts(text, max)
      for (const part of parts) expect(part.length).toBeLessThanOrEqual(max)
      for (const part of text === '' ? [] : parts) expect(part).not.toBe('')
      expect(wholeText(parts.map(part => ({ text: part })))).toBe(text)
    }),
    { numRuns: 500 },
  )
})

test('no character of a text without line breaks is lost', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }), text => {
      const parts = splitIntoParts(text, 70)
      for (const part of parts) expect(part.length).toBeLessThanOrEqual(70)
      expect(parts.join('')).toBe(text)
    }),
  )
})

test('the editor cuts before the last section, else before the last block', () => {
  const sections = `# 하나\n\n${'가'.repeat(50)}\n\n# 둘\n\n${'나'.repeat(20)}`
  expect(goodBreak(sections, 120)).toBe(sections.indexOf('# 둘'))
  const blocks = `${'가'.repeat(50)}\n\n${'나'.repeat(20)}`
  expect(goodBreak(blocks, 120)).toBe(blocks.indexOf('나'))
})

test('the editor cuts at the end of a text of one block, if it fits', () => {
  const text = `${'가'.repeat(50)}\n${'나'.repeat(40)}`
  expect(goodBreak(text, 120)).toBe(text.length)
  expect(goodBreak(text, 80)).toBe(51)
})

test('the editor cuts so that the first part fits', () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 20, max: 90 }), (text, max) => {
      const position = goodBreak(text, max)
      expect(position).toBeLessThanOrEqual(max)
      if (text !== '') expect(position).toBeGreaterThan(0)
    }),
  )
})
