import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Markdown } from '#client/markdown/Markdown.tsx'
import { drawMarkdown, drawMore } from '#client/markdown/markdown.drawing.ts'
import { completeCatalogue } from '#client/platform/language/language.ts'

await completeCatalogue()

/**
 * The markup of a rendered note, without the box around it and without the direction that every block of words has; of a long one the
 * first step.
 */
export function markupOf(text: string, isOwnText = false): string {
  const markup = renderToStaticMarkup(createElement(Markdown, { text, isOwnText }))
  return withoutAuto(markup.slice('<div class="md">'.length, -'</div>'.length))
}

/** The markup of a note after its last step. */
export function wholeMarkupOf(text: string): string {
  let drawing = drawMarkdown(text)
  while (!drawing.isWhole) drawing = drawMore(drawing)
  return withoutAuto(renderToStaticMarkup(drawing.elements))
}

const withoutAuto = (markup: string) => markup.replaceAll(' dir="auto"', '')
