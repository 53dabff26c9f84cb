import { JSDOM } from 'jsdom'

/** Every element and attribute a note may turn into, KaTeX's output aside (it is drawn in the browser only). */
const ALLOWED: Record<string, RegExp> = {
  a: /^(?:href|title|target|rel|id|aria-label)$/,
  bdi: /^class$/,
  blockquote: /^dir$/,
  br: /^$/,
  button: /^(?:class|type|aria-label)$/,
  code: /^class$/,
  div: /^(?:class|tabindex|role|aria-label)$/,
  em: /^$/,
  h2: /^(?:dir|class|id|tabindex)$/,
  h3: /^(?:dir|class|id|tabindex)$/,
  h4: /^(?:dir|class|id|tabindex)$/,
  h5: /^(?:dir|class|id|tabindex)$/,
  h6: /^(?:dir|class|id|tabindex|aria-level)$/,
  hr: /^$/,
  img: /^(?:src|alt|title|width|height|loading|decoding|referrerpolicy)$/,
  input: /^(?:type|checked|disabled|readonly)$/,
  label: /^$/,
  li: /^(?:dir|class|id|tabindex)$/,
  mark: /^$/,
  ol: /^(?:dir|start|class|aria-label)$/,
  p: /^dir$/,
  pre: /^(?:tabindex|aria-busy|role|aria-label|translate)$/,
  span: /^(?:class|aria-busy|role|aria-label|tabindex|translate)$/,
  s: /^$/,
  strong: /^$/,
  sup: /^class$/,
  table: /^dir$/,
  tbody: /^$/,
  td: /^(?:dir|class)$/,
  th: /^(?:dir|class)$/,
  thead: /^$/,
  tr: /^$/,
  ul: /^dir$/,
}
const CLASS =
  /^(?:(?:md-(?:h[1-6]|indent|task|table|left|center|right|code|copy\S*|footnote\S*|formula|formula md-formula-display|picture\S*)|button\S*|no-print| )+|language-\S+)$/
const SOUND: Record<string, RegExp> = {
  dir: /^(?:auto|ltr|rtl)$/,
  class: CLASS,
  href: /^(?:https?:\/\/|mailto:|tel:|#_R_\S*_-(?:(?:footnote|reference)-\d+$|h-)|\/(?:note|agora|discussion)?(?:[?#]|$))/,
  id: /^_R_\S*_-(?:(?:footnote|reference)-\d+$|h-)/,
  src: /^(?:https?:\/\/|\/pictures\/[\da-f]{32}$)/,
  translate: /^no$/,
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
