import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type Rendering, renderMarkdown, renderMore } from './markdown.rendering.ts'

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
