import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { completeCatalogue } from '#client/platform/language.ts'
import { Markdown } from '../Markdown.tsx'

await completeCatalogue()

/** The markup of a rendered note, without the box around it. */
export function markupOf(text: string, isOwnText = false): string {
  const markup = renderToStaticMarkup(createElement(Markdown, { text, isOwnText }))
  return markup.slice('<div class="md">'.length, -'</div>'.length)
}
