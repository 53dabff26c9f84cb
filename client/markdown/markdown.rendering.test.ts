import fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import {
  assignBlockKeys,
  measureChanges,
  type Rendering,
  renderMarkdown,
  renderMore,
} from './markdown.rendering.ts'
import { anyNote } from './testing/anyNote.ts'
import './testing/markup.ts'

const markupOf = ({ elements }: Rendering) => renderToStaticMarkup(createElement('div', null, elements))
const itemsIn = (rendering: Rendering) => markupOf(rendering).split('<li>').length - 1

function complete(rendering: Rendering): Rendering {
  return rendering.isComplete ? rendering : complete(renderMore(rendering))
}

const LIST = Array.from({ length: 2000 }, (_, index) => `- ${index}`).join('\n')

test('a usual note is complete at once', () => {
  expect(renderMarkdown('글 **굵게**\n\n'.repeat(60)).isComplete).toBe(true)
})

test.each([
  ['list', LIST],
  ['paragraphs', '글\n\n'.repeat(1500)],
  ['lines', '글\n'.repeat(2400)],
  ['emphases', '*글* '.repeat(1200)],
  ['table', `|가|나|\n|-|-|\n${'|다|라|\n'.repeat(600)}`],
  ['formulas', '$x$ '.repeat(1250)],
])('%s with thousands of elements render in steps', (_, text) => {
  let rendering = renderMarkdown(text)
  expect(rendering.isComplete).toBe(false)
  for (let steps = 0; !rendering.isComplete; steps++) {
    const next = renderMore(rendering)
    expect(markupOf(next).length).toBeGreaterThan(markupOf(rendering).length)
    expect(steps).toBeLessThan(20)
    rendering = next
  }
  expect(markupOf(rendering)).toBe(markupOf(complete(renderMarkdown(text))))
})

test('a part of a list is rendered as a list', () => {
  const rendering = renderMarkdown(LIST)
  expect(markupOf(rendering)).toMatch(/^<div><ul><li>0<\/li>.*<\/li><\/ul><\/div>$/)
})

test('typing removes nothing from the page', () => {
  const before = complete(renderMarkdown(LIST))
  const after = renderMarkdown(LIST.replace('- 1000\n', '- 1000!\n- 새 항목\n'), before)
  expect(itemsIn(after)).toBe(2001)
})

test('an edit creates the elements of the changed block only', () => {
  const text = '앞\n\n- [ ] 하나\n\n[^1] 뒤\n\n- [ ] 둘\n\n[^1]: 각주'
  const elementsOf = (text: string, previous?: Rendering) => renderMarkdown(text, previous).renderedBlocks
  const before = renderMarkdown(text)
  const kept = (after: string) =>
    elementsOf(after, before).map(({ nodes }, index) => nodes[0] === before.renderedBlocks[index]?.nodes[0])
  expect(kept(text.replace('[ ] 하나', '[x] 하나'))).toEqual([true, false, true, true, true])
  // The line of the second task has changed, and the note has another number.
  expect(kept(text.replace('하나', '하나\n    둘째 줄'))).toEqual([true, false, true, false, true])
})

test('after any edit, the elements are those of the new text', () => {
  const edit = fc.record({
    at: fc.nat(400),
    removed: fc.nat(40),
    inserted: fc.constantFrom('', '\n\n', '[^1]', '# ', 'x'),
  })
  fc.assert(
    fc.property(anyNote, edit, (text, { at, removed, inserted }) => {
      const edited = text.slice(0, at) + inserted + text.slice(at + removed)
      const after = complete(renderMarkdown(edited, complete(renderMarkdown(text))))
      expect(markupOf(after)).toBe(markupOf(complete(renderMarkdown(edited))))
    }),
    { numRuns: 60 },
  )
})

test('a large insertion renders in steps, after the text before it', () => {
  const before = complete(renderMarkdown(`${LIST}\n\n끝`))
  const after = renderMarkdown(`${LIST}\n\n${'새 문단\n\n'.repeat(1000)}끝`, before)
  expect(itemsIn(after)).toBe(2000)
  expect(after.isComplete).toBe(false)
  expect(markupOf(complete(after))).toContain('<p dir="auto">끝</p>')
})

test('another note renders in steps from the beginning', () => {
  const after = renderMarkdown(LIST.replaceAll('- ', '1. '), complete(renderMarkdown(LIST)))
  expect(itemsIn(after)).toBeLessThan(1000)
})

describe('block keys', () => {
  test.each([
    ['typing in a block', ['가', '나', '라'], ['가', '나다', '라'], '1 2 3'],
    ['a new first block', ['가', '나'], ['새', '가', '나'], '3 1 2'],
    ['a new block in between', ['가', '나'], ['가', '새', '나'], '1 3 2'],
    ['a removed block', ['가', '나', '다'], ['가', '다'], '1 3'],
    ['several new blocks', ['가', '나'], ['새', '가', '나', '끝'], '3 1 2 4'],
    ['moved blocks', ['가', '나'], ['나', '가'], '2 1'],
    ['another equal block', ['가', '가'], ['가', '가', '가'], '1 2 3'],
  ])('after %s the other blocks keep their keys', (_, previous, sources, keys) => {
    const blocks = assignBlockKeys(sources, assignBlockKeys(previous, []))
    expect(blocks.map(({ key }) => key).join(' ')).toBe(keys)
  })

  test('keys are unique after any sequence of edits', () => {
    const sources = fc.array(fc.constantFrom('가', '나', '다'), { maxLength: 8 })
    fc.assert(
      fc.property(fc.array(sources, { maxLength: 6 }), edits => {
        let blocks = assignBlockKeys([], [])
        for (const edit of edits) {
          blocks = assignBlockKeys(edit, blocks)
          expect(blocks.map(({ source }) => source)).toEqual(edit)
          expect(new Set(blocks.map(({ key }) => key)).size).toBe(edit.length)
        }
      }),
    )
  })
})

const LONG = '가나다'.repeat(100)

test.each([
  ['no change', ['p\n가', 'p\n나'], ['p\n가', 'p\n나'], 2, 0],
  ['a letter typed into a long block', ['p\n앞', `p\n${LONG}끝`], ['p\n앞', `p\n${LONG}새끝`], 1, 1],
  ['a letter deleted from a long block', [`p\n${LONG}`], [`p\n${LONG.slice(1)}`], 0, 1],
  ['a new block', ['p\n가', 'p\n나'], ['p\n가', 'p\n새것', 'p\n나'], 1, 4],
  ['a block of another kind', ['p\n가나다'], ['list\n가나다'], 0, 8],
  ['another text', ['p\n가가가', 'p\n나나나'], ['p\n다다다', 'p\n라라라'], 0, 6],
])('measures %s', (_, previous, sources, firstChanged, characters) => {
  const blocks = assignBlockKeys(previous, [])
  expect(measureChanges(assignBlockKeys(sources, blocks), blocks)).toEqual({ firstChanged, characters })
})
