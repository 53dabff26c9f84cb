import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type Drawing, drawMarkdown, drawMore } from './markdown.drawing.ts'

const shownIn = ({ elements }: Drawing) => renderToStaticMarkup(createElement('div', null, elements))
const itemsIn = (drawing: Drawing) => shownIn(drawing).split('<li>').length - 1

function whole(drawing: Drawing): Drawing {
  return drawing.isWhole ? drawing : whole(drawMore(drawing))
}

const LIST = Array.from({ length: 2000 }, (_, place) => `- ${place}`).join('\n')

test('an everyday note is whole at once', () => {
  expect(drawMarkdown('글 **굵게**\n\n'.repeat(60)).isWhole).toBe(true)
})

test.each([
  ['list', LIST],
  ['paragraphs', '글\n\n'.repeat(1500)],
  ['lines', '글\n'.repeat(2400)],
  ['emphases', '*글* '.repeat(1200)],
  ['table', `|가|나|\n|-|-|\n${'|다|라|\n'.repeat(600)}`],
  ['formulas', '$x$ '.repeat(1250)],
])('a %s of thousands of elements comes in steps, each with more of it', (_, text) => {
  let drawing = drawMarkdown(text)
  expect(drawing.isWhole).toBe(false)
  for (let steps = 0; !drawing.isWhole; steps++) {
    const next = drawMore(drawing)
    expect(shownIn(next).length).toBeGreaterThan(shownIn(drawing).length)
    expect(steps).toBeLessThan(20)
    drawing = next
  }
  expect(shownIn(drawing)).toBe(shownIn(whole(drawMarkdown(text))))
})

test('a part of a list is a list', () => {
  const drawing = drawMarkdown(LIST)
  expect(shownIn(drawing)).toMatch(/^<div><ul><li>0<\/li>.*<\/li><\/ul><\/div>$/)
})

test('typing takes nothing away that was there', () => {
  const before = whole(drawMarkdown(LIST))
  const after = drawMarkdown(LIST.replace('- 1000\n', '- 1000!\n- 새 항목\n'), before)
  expect(itemsIn(after)).toBe(2001)
})

test('much that is put in at once comes in steps, after what stood before it', () => {
  const before = whole(drawMarkdown(`${LIST}\n\n끝`))
  const after = drawMarkdown(`${LIST}\n\n${'새 문단\n\n'.repeat(1000)}끝`, before)
  expect(itemsIn(after)).toBe(2000)
  expect(after.isWhole).toBe(false)
  expect(shownIn(whole(after))).toContain('<p dir="auto">끝</p>')
})

test('another note in its place begins anew', () => {
  const after = drawMarkdown(LIST.replaceAll('- ', '1. '), whole(drawMarkdown(LIST)))
  expect(itemsIn(after)).toBeLessThan(1000)
})
