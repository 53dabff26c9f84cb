import { gfm } from '@joplin/turndown-plugin-gfm'
import TurndownService from 'turndown'
import { isImageAddress, isWebAddress } from '#client/markdown/address.policy.ts'
import { convertBlocks } from './html.blocks.ts'
import { convertInline } from './html.inline.ts'
import { convertFormulas } from './html.math.ts'

/** Text for screen readers, edit links, and anchors of headings. */
const HIDDEN =
  '[hidden], .sr-only, .visually-hidden, .visuallyhidden, .screen-reader-text, .screenreader-only, .blind, .mw-editsection, .mw-jump-link, .headerlink, a.anchor, .zeroclipboard-container, .se-blind'
const HIDDEN_STYLE =
  /display:\s*none|visibility:\s*hidden|mso-hide:\s*all|\bclip:\s*rect\(0|clip-path:\s*inset\((?:50|100)%/i
const ADDRESS = /(https?:\/\/[^\s<>]+)/

const service = new TurndownService({
  headingStyle: 'atx',
  hr: '---',
  bulletListMarker: '-',
  codeBlockStyle: 'fenced',
  emDelimiter: '*',
  // Notes render single line breaks.
  br: '',
})
  .use(gfm)
  .addRule('item', { filter: 'li', replacement: convertItem })
  .addRule('cell', { filter: ['th', 'td'], replacement: convertCell })
  .addRule('link', {
    filter: node => node.nodeName === 'A' && !isWebAddress(node.getAttribute('href') ?? ''),
    replacement: words => words,
  })
  .addRule('picture', {
    filter: node => node.nodeName === 'IMG' && !isImageAddress(node.getAttribute('src') ?? ''),
    replacement: () => '',
  })
  .addRule('struckOut', {
    filter: ['s', 'del'],
    replacement: words => (words.trim() ? `~~${words}~~` : words),
  })
  .addRule('highlighted', {
    filter: ['mark'],
    replacement: words => (words.trim() ? `==${words}==` : words),
  })
  .addRule('raw', {
    filter: node => node.nodeName === 'CODE' && 'raw' in node.dataset,
    replacement: convertRaw,
  })

const escapeAll = service.escape.bind(service)
/** Does not escape URLs, because an escaped character would end the link. Escapes `&` in text that looks like an entity. */
service.escape = text =>
  text
    .split(ADDRESS)
    .map((part, index) => (index % 2 === 1 ? part : escapeAll(part).replace(/&(?=#?\w{1,32};)/g, '\\&')))
    .join('')

/** Converts HTML to Markdown. Modifies `body`. */
export function toMarkdown(body: HTMLElement): string {
  convertFormulas(body)
  for (const element of body.querySelectorAll(`script, ${HIDDEN}`)) element.remove()
  for (const styled of body.querySelectorAll('[style]'))
    if (HIDDEN_STYLE.test(styled.getAttribute('style') ?? '')) styled.remove()
  convertBlocks(body)
  convertInline(body)
  return service.turndown(body).trim()
}

/** Uses one space after the mark and aligns continuation lines with the text, like the editor does. */
function convertItem(content: string, node: Node): string {
  const list = node.parentNode as Element | null
  const first = Number(list?.getAttribute('start') ?? 1)
  const mark =
    list?.nodeName === 'OL'
      ? `${first + indexInList(node as Element)}${needsOtherDelimiter(list) ? ')' : '.'} `
      : '- '
  const words = content.trim().replace(/\n(?=[^\n])/g, `\n${' '.repeat(mark.length)}`)
  return `${mark}${words}${node.nextSibling ? '\n' : ''}`
}

function indexInList(item: Element): number {
  let place = 0
  for (let previous = item.previousElementSibling; previous; previous = previous.previousElementSibling)
    place += 1
  return place
}

/** Two adjacent numbered lists would merge, so the second uses another delimiter. */
function needsOtherDelimiter(list: Element): boolean {
  const previous = list.previousElementSibling
  return previous?.nodeName === 'OL' && list.previousSibling === previous && !needsOtherDelimiter(previous)
}

/** On one line, without padding. */
function convertCell(content: string, node: Node): string {
  const lines = content.split('\n').map(line => line.trim())
  const words = lines
    .filter(line => line !== '')
    .join(' ')
    .replace(/\\?\|/g, '\\|')
  return `${node.previousSibling ? ' ' : '| '}${words} |`
}

const LETTER_OR_DIGIT = /[a-z0-9]/i

/** Inserts prepared Markdown. Adds spaces between a formula and adjacent letters or digits. */
function convertRaw(_content: string, node: Node): string {
  const { dataset, textContent } = node as HTMLElement
  const words = textContent ?? ''
  if (dataset.raw === 'display') return (node as Element).closest('th, td') ? words : `\n\n${words}\n\n`
  if (dataset.raw === 'task') return words
  if (dataset.raw === 'paragraph') return '\n\n'
  const spaceBefore = LETTER_OR_DIGIT.test(node.previousSibling?.textContent?.at(-1) ?? '') ? ' ' : ''
  const spaceAfter = LETTER_OR_DIGIT.test(node.nextSibling?.textContent?.at(0) ?? '') ? ' ' : ''
  return spaceBefore + words + spaceAfter
}
