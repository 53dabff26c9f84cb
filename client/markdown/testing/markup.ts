import { JSDOM } from 'jsdom'
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

/** All elements and attributes that a note may render to, except those of KaTeX, which only runs in browsers. */
const ALLOWED: Record<string, RegExp> = {
  a: /^(?:href|title|target|rel|id|aria-label|data-text)$/,
  bdi: /^class$/,
  blockquote: /^dir$/,
  br: /^$/,
  button: /^(?:class|type|aria-label)$/,
  code: /^class$/,
  details: /^(?:class|dir|open)$/,
  div: /^(?:class|dir|tabindex|role|aria-label|aria-busy)$/,
  em: /^$/,
  h2: /^(?:dir|class|id|tabindex)$/,
  h3: /^(?:dir|class|id|tabindex)$/,
  h4: /^(?:dir|class|id|tabindex)$/,
  h5: /^(?:dir|class|id|tabindex)$/,
  h6: /^(?:dir|class|id|tabindex|aria-level)$/,
  hr: /^$/,
  img: /^(?:src|alt|title|width|height|loading|decoding|referrerpolicy)$/,
  input: /^(?:type|checked|disabled|readonly)$/,
  kbd: /^$/,
  label: /^$/,
  li: /^(?:dir|class|id|tabindex)$/,
  mark: /^$/,
  ol: /^(?:dir|start|class|aria-label)$/,
  p: /^(?:dir|class)$/,
  path: /^d$/,
  pre: /^(?:tabindex|aria-busy|role|aria-label|translate|data-text)$/,
  span: /^(?:class|aria-busy|role|aria-label|tabindex|translate|data-text)$/,
  s: /^$/,
  strong: /^$/,
  sub: /^$/,
  summary: /^(?:dir|class)$/,
  sup: /^(?:class|data-text)$/,
  svg: /^(?:class|viewbox|aria-hidden)$/i,
  table: /^dir$/,
  tbody: /^$/,
  td: /^(?:dir|class)$/,
  th: /^(?:dir|class)$/,
  thead: /^$/,
  tr: /^$/,
  u: /^$/,
  ul: /^dir$/,
}
const CLASS =
  /^(?:(?:md-(?:h[1-6]|indent|task|table|left|center|right|code|copy\S*|footnote\S*|callout\S*|details|summary|tag|diagram\S*|formula|formula md-formula-display|picture\S*)|button\S*|icon|visually-hidden|no-print| )+|language-\S+)$/
const ALLOWED_VALUES: Record<string, RegExp> = {
  dir: /^(?:auto|ltr|rtl)$/,
  class: CLASS,
  href: /^(?:https?:\/\/|mailto:|tel:|#_R_\S*_-(?:(?:footnote|reference)-\d+$|h-)|\/(?:note|agora|discussion)?(?:[?#]|$))/,
  id: /^_R_\S*_-(?:(?:footnote|reference)-\d+$|h-)/,
  src: /^(?:https?:\/\/|\/pictures\/[\da-f]{32}$)/,
  translate: /^no$/,
}
/** Interactive elements inside interactive elements, which HTML forbids. */
const NESTED_INTERACTIVE = 'a a, a button, a label, label button, label label, button a, button button'
const document = new JSDOM('').window.document

/** The text that a reader sees, without attributes: some repeat the text they stand for. */
export const textContentOf = (markup: string): string => parse(markup).textContent ?? ''

/** Describes everything in the markup that is not allowed. */
export function violationsIn(markup: string): string[] {
  return [...parse(markup).querySelectorAll('*')].flatMap(element => {
    const tag = element.localName
    if (!(tag in ALLOWED)) return [`element ${tag}`]
    if (element.matches(NESTED_INTERACTIVE)) return [`${tag} within another`]
    return [...element.attributes].flatMap(({ name, value }) => {
      if (!ALLOWED[tag]?.test(name)) return [`attribute ${name} of ${tag}`]
      const isAllowed = ALLOWED_VALUES[name]?.test(value) ?? true
      return isAllowed ? [] : [`${name}="${value}"`]
    })
  })
}

function parse(markup: string): DocumentFragment {
  const template = document.createElement('template')
  template.innerHTML = markup
  return template.content
}
