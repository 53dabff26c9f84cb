import { gfm } from '@joplin/turndown-plugin-gfm'
import TurndownService from 'turndown'
import { isImageAddress, isWebAddress } from '#client/markdown/address.policy.ts'
import { readFormulas } from './html.math.ts'
import { readStructure } from './html.structure.ts'
import { readWords } from './html.words.ts'

/** What only screen readers are told, what only editors of the page need, and the marks beside its headings. */
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
  // A new line is a new line.
  br: '',
})
  .use(gfm)
  .addRule('item', { filter: 'li', replacement: item })
  .addRule('cell', { filter: ['th', 'td'], replacement: cell })
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
  .addRule('raw', { filter: node => node.nodeName === 'CODE' && 'raw' in node.dataset, replacement: raw })

const escapeAll = service.escape.bind(service)
/** An address stays as it is, or it would end at the first sign that is escaped. What looks like an entity is none. */
service.escape = text =>
  text
    .split(ADDRESS)
    .map((part, index) => (index % 2 === 1 ? part : escapeAll(part).replace(/&(?=#?\w{1,32};)/g, '\\&')))
    .join('')

/** A page's piece as markdown. Changes what it is given. */
export function asMarkdown(body: HTMLElement): string {
  readFormulas(body)
  for (const unseen of body.querySelectorAll(`script, ${HIDDEN}`)) unseen.remove()
  for (const styled of body.querySelectorAll('[style]'))
    if (HIDDEN_STYLE.test(styled.getAttribute('style') ?? '')) styled.remove()
  readStructure(body)
  readWords(body)
  return service.turndown(body).trim()
}

/** As our own keys write it: one blank behind the mark, and what belongs to it as far in as its words. */
function item(content: string, node: Node): string {
  const list = node.parentNode as Element | null
  const first = Number(list?.getAttribute('start') ?? 1)
  const mark =
    list?.nodeName === 'OL' ? `${first + placeOf(node as Element)}${isSecondOfTwo(list) ? ')' : '.'} ` : '- '
  const words = content.trim().replace(/\n(?=[^\n])/g, `\n${' '.repeat(mark.length)}`)
  return `${mark}${words}${node.nextSibling ? '\n' : ''}`
}

function placeOf(item: Element): number {
  let place = 0
  for (let before = item.previousElementSibling; before; before = before.previousElementSibling) place += 1
  return place
}

/** Two numbered lists that follow each other would be one. */
function isSecondOfTwo(list: Element): boolean {
  const before = list.previousElementSibling
  return before?.nodeName === 'OL' && list.previousSibling === before && !isSecondOfTwo(before)
}

/** In one line, and without the blanks that would line the cells up in a fixed width. */
function cell(content: string, node: Node): string {
  const lines = content.split('\n').map(line => line.trim())
  const words = lines
    .filter(line => line !== '')
    .join(' ')
    .replace(/\\?\|/g, '\\|')
  return `${node.previousSibling ? ' ' : '| '}${words} |`
}

const LETTER_OR_DIGIT = /[a-z0-9]/i

/** Markdown that was made beforehand. A formula does not touch a letter or digit. */
function raw(_content: string, node: Node): string {
  const { dataset, textContent } = node as HTMLElement
  const words = textContent ?? ''
  if (dataset.raw === 'display') return (node as Element).closest('th, td') ? words : `\n\n${words}\n\n`
  if (dataset.raw === 'task') return words
  if (dataset.raw === 'paragraph') return '\n\n'
  const before = LETTER_OR_DIGIT.test(node.previousSibling?.textContent?.at(-1) ?? '') ? ' ' : ''
  const after = LETTER_OR_DIGIT.test(node.nextSibling?.textContent?.at(0) ?? '') ? ' ' : ''
  return before + words + after
}
