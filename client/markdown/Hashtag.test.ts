import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Markdown } from './Markdown.tsx'
import { PathOfTag } from './markdownContexts.ts'

function render(text: string, pathOf: ((tag: string) => string) | null) {
  const markup = renderToStaticMarkup(
    createElement(PathOfTag, { value: pathOf }, createElement(Markdown, { text })),
  )
  return markup.replace(/^<div class="md"><p dir="auto">|<\/p><\/div>$/g, '')
}

test('in an own note a tag leads to its notes, elsewhere it is the words as typed', () => {
  const pathOf = (tag: string) => `/topics?tag=${tag}`
  expect(render('앞 #React 뒤', pathOf)).toBe(
    '앞 <span class="md-tag"><a href="/topics?tag=react">#React</a></span> 뒤',
  )
  expect(render('앞 #React 뒤', null)).toBe('앞 <span class="md-tag">#React</span> 뒤')
})
