import { gfm } from '@joplin/turndown-plugin-gfm'
import TurndownService from 'turndown'
import { isImageAddress, isLinkAddress } from '#client/markdown/address.policy.ts'

const service = new TurndownService({
  headingStyle: 'atx',
  hr: '---',
  bulletListMarker: '-',
  codeBlockStyle: 'fenced',
  emDelimiter: '*',
})
  .use(gfm)
  .addRule('item', { filter: 'li', replacement: item })
  .addRule('cell', { filter: ['th', 'td'], replacement: cell })
  .addRule('link', {
    filter: node => node.nodeName === 'A' && !isLinkAddress(node.getAttribute('href') ?? ''),
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

/** A page's piece as markdown. */
export function asMarkdown(body: HTMLElement): string {
  return service.turndown(body).trim()
}

/** As our own keys write it: one blank behind the mark, and what belongs to it as far in as its words. */
function item(content: string, node: Node): string {
  const list = node.parentNode as Element | null
  const first = Number(list?.getAttribute('start') ?? 1)
  const mark = list?.nodeName === 'OL' ? `${first + placeOf(node as Element)}. ` : '- '
  const words = content.trim().replaceAll('\n', `\n${' '.repeat(mark.length)}`)
  return `${mark}${words}${node.nextSibling ? '\n' : ''}`
}

function placeOf(item: Element): number {
  let place = 0
  for (let before = item.previousElementSibling; before; before = before.previousElementSibling) place += 1
  return place
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
