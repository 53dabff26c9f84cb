import { expect, test } from 'vitest'
import { cutText } from './import.cutting.ts'

test('a text that fits stays whole, blank lines and all', () => {
  expect(cutText('하나\n\n\n둘\n', 10)).toEqual(['하나\n\n\n둘\n'])
})

test('it is cut at headings, of which as many stay together as fit', () => {
  const text = '머리말\n\n# 하나\n가나다\n\n## 둘\n라마바\n\n# 셋\n사아자'
  expect(cutText(text, 20)).toEqual(['머리말\n\n# 하나\n가나다', '## 둘\n라마바\n\n# 셋\n사아자'])
})

test('what stands between two headings is cut at blank lines, then at lines, then between signs', () => {
  expect(cutText('# 하나\n\n가나다라\n\n마바사아', 12)).toEqual(['# 하나\n\n가나다라', '마바사아'])
  expect(cutText('가나다라\n마바사아\n자차', 9)).toEqual(['가나다라\n마바사아', '자차'])
  const family = '👨‍👩‍👧‍👦'
  expect(cutText(family.repeat(3), family.length * 2)).toEqual([family.repeat(2), family])
})

test('no heading is seen in code, and a long piece of code is code in each of its pieces', () => {
  const code = '```js\n# 하나\n\n# 둘\n```'
  expect(cutText(`가나다라마바사\n\n${code}`, 24)).toEqual(['가나다라마바사', code])
  const long = `~~~\n${'가나다라\n'.repeat(8)}~~~`
  const pieces = cutText(long, 24)
  expect(pieces.length).toBeGreaterThan(1)
  for (const piece of pieces) expect(piece).toMatch(/^~~~\n(가나다라\n)+~~~$/)
})

test('every piece fits, and no word is lost, whatever the text is', () => {
  const lines = Array.from({ length: 300 }, (_, at) => {
    const shapes = [
      '',
      `# 제목 ${at}`,
      `낱말${at} `.repeat(1 + (at % 40)),
      '```',
      `- 항목 ${at}`,
      '나'.repeat(at),
    ]
    return shapes[(at * 7) % shapes.length] ?? ''
  })
  const text = lines.join('\n')
  for (const max of [60, 500, 5_000]) {
    const pieces = cutText(text, max)
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(max)
    const signs = (written: string) => written.replace(/\s|```/g, '')
    expect(signs(pieces.join(''))).toBe(signs(text))
  }
})

test('a megabyte is cut within a moment', () => {
  const begun = performance.now()
  for (const text of [
    '가 '.repeat(500_000),
    '\n'.repeat(1_000_000),
    '# 가\n'.repeat(200_000),
    '```\n'.repeat(250_000),
  ])
    expect(cutText(text, 5_000).every(({ length }) => length <= 5_000)).toBe(true)
  expect(performance.now() - begun).toBeLessThan(10_000)
})
