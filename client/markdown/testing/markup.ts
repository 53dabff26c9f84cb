import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Markdown } from '#client/markdown/Markdown.tsx'
import { renderMarkdown, renderMore } from '#client/markdown/markdown.rendering.ts'
import { completeCatalogue } from '#client/platform/language/language.ts'

await completeCatalogue()

/** The markup of a note without its container and without `dir="auto"`. Of a long note only the first step. */
export function markupOf(text: string, isOwnText = false): string {
  const markup = renderToStaticMarkup(createElement(Markdown, { text, isOwnText }))
  return removeAutoDirection(markup.slice('<div class="md">'.length, -'</div>'.length))
}

/** The markup of a note after the last rendering step. */
export function fullMarkupOf(text: string): string {
  let rendering = renderMarkdown(text)
  while (!rendering.isComplete) rendering = renderMore(rendering)
  return removeAutoDirection(renderToStaticMarkup(rendering.elements))
}

const removeAutoDirection = (markup: string) => markup.replaceAll(' dir="auto"', '')
