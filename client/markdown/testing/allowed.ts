import { JSDOM } from 'jsdom'

/** Every element and attribute a note may turn into, KaTeX's output aside (it is drawn in the browser only). */
const ALLOWED: Record<string, RegExp> = {
  a: /^(?:href|title|target|rel|id|aria-label)$/,
  bdi: /^class$/,
  blockquote: /^$/,
  br: /^$/,
  button: /^(?:class|type|aria-label)$/,
  code: /^class$/,
  div: /^(?:class|tabindex|role|aria-label)$/,
  em: /^$/,
  h2: /^class$/,
  h3: /^class$/,
  h4: /^class$/,
  h5: /^class$/,
  h6: /^(?:class|aria-level)$/,
  hr: /^$/,
  img: /^(?:src|alt|title|width|height|loading|decoding|referrerpolicy)$/,
  input: /^(?:type|checked|disabled|readonly)$/,
  label: /^$/,
  li: /^(?:class|id|tabindex)$/,
  mark: /^$/,
  ol: /^(?:start|class|aria-label)$/,
  p: /^$/,
  pre: /^(?:tabindex|aria-busy|role|aria-label)$/,
  span: /^(?:class|aria-busy|role|aria-label|tabindex)$/,
  s: /^$/,
  strong: /^$/,
  sup: /^class$/,
  table: /^$/,
  tbody: /^$/,
  td: /^class$/,
  th: /^class$/,
  thead: /^$/,
  tr: /^$/,
  ul: /^$/,
}
const CLASS =
  /^(?:(?:md-(?:h[1-6]|indent|task|table|left|center|right|code|copy\S*|footnote\S*|formula|formula md-formula-display|picture\S*)|button\S*|no-print| )+|language-\S+)$/
const SOUND: Record<string, RegExp> = {
  class: CLASS,
  href: /^(?:https?:\/\/|mailto:|tel:|#_R_\S*_-(?:footnote|reference)-\d+$)/,
  id: /^_R_\S*_-(?:footnote|reference)-\d+$/,
  src: /^(?:https?:\/\/|\/pictures\/[\da-f]{32}$)/,
}
/** What HTML forbids: what can be pressed within what can be pressed. */
const NESTED = 'a a, a button, a label, label button, label label, button a, button button'
const document = new JSDOM('').window.document

/** What in the markup is not allowed, in words; empty when all is well. */
export function offencesIn(markup: string): string[] {
  const template = document.createElement('template')
  template.innerHTML = markup
  return [...template.content.querySelectorAll('*')].flatMap(element => {
    const tag = element.localName
    if (!(tag in ALLOWED)) return [`element ${tag}`]
    if (element.matches(NESTED)) return [`${tag} within another`]
    return [...element.attributes].flatMap(({ name, value }) => {
      if (!ALLOWED[tag]?.test(name)) return [`attribute ${name} of ${tag}`]
      const sound = SOUND[name]?.test(value) ?? true
      return sound ? [] : [`${name}="${value}"`]
    })
  })
}
