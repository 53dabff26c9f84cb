import type { Token } from 'markdown-it'
import type { ElementType } from 'react'
import { t } from '#client/platform/language/language.ts'
import { isImageAddress, isLinkAddress } from './address.policy.ts'
import { CodeBlock } from './CodeBlock.tsx'
import { Footnote, FootnoteReference } from './Footnote.tsx'
import { Formula } from './Formula.tsx'
import { Heading } from './Heading.tsx'
import { headingOf, linkedHeading } from './heading.rules.ts'
import { unescapeInfo } from './markdown.parser.ts'
import { NoteLink } from './NoteLink.tsx'
import { Picture } from './Picture.tsx'
import { heldPictures, writtenPicture } from './picture.rules.ts'
import { ScrollingTable } from './ScrollingTable.tsx'
import { taskOf } from './task.rules.ts'

/** The element a token becomes; `props` is a fresh object each time, so its maker may add the children. */
export type Shape = { tag: ElementType; props: Record<string, unknown> }

/** The elements without attributes. What is neither here nor below is never made: this file is the allow-list. */
const PLAIN = new Map<string, ElementType>([
  ['em_open', 'em'],
  ['strong_open', 'strong'],
  ['s_open', 's'],
  ['mark_open', 'mark'],
  ['thead_open', 'thead'],
  ['tbody_open', 'tbody'],
  ['tr_open', 'tr'],
])

/** Undefined where the token makes no element of its own, such as the paragraphs of a tight list. */
export function shapeOf(token: Token): Shape | undefined {
  if (token.hidden) return undefined
  switch (token.type) {
    case 'heading_open':
      return { tag: Heading, props: { level: Number(token.tag.slice(1)), place: headingOf(token) } }
    case 'paragraph_open':
      return { tag: 'p', props: { dir: 'auto' } }
    case 'blockquote_open':
    case 'bullet_list_open':
      return { tag: token.tag as ElementType, props: { dir: directionOf(token) } }
    case 'table_open':
      return { tag: ScrollingTable, props: { dir: directionOf(token) } }
    case 'ordered_list_open':
      return {
        tag: 'ol',
        props: { start: token.attrGet('start') ?? undefined, dir: directionOf(token) },
      }
    case 'list_item_open':
      return { tag: 'li', props: { className: taskOf(token) && 'md-task', dir: directionOf(token) } }
    case 'th_open':
    case 'td_open':
      return { tag: token.tag === 'th' ? 'th' : 'td', props: { className: alignment(token), dir: 'auto' } }
    case 'footnotes_open':
      return {
        tag: 'ol',
        props: { className: 'md-footnotes', 'aria-label': t('markdown.footnotes'), dir: directionOf(token) },
      }
    case 'footnote_open':
      return { tag: Footnote, props: { ...token.meta, dir: directionOf(token) } }
    case 'link_open':
      return link(token)
    default:
      return plain(token.type)
  }
}

export function shapeOfLeaf(token: Token): Shape | string {
  switch (token.type) {
    case 'hardbreak':
      return { tag: 'br', props: {} }
    case 'hr':
      return { tag: 'hr', props: {} }
    case 'indent':
      return { tag: 'span', props: { className: 'md-indent', children: token.content } }
    case 'code_inline':
      return { tag: 'code', props: { children: token.content } }
    case 'fence':
      return { tag: CodeBlock, props: { code: token.content, language: languageOf(token.info) } }
    case 'math':
      return { tag: Formula, props: { tex: token.content, display: token.markup === '$$' } }
    case 'footnote_ref':
      return { tag: FootnoteReference, props: { ...token.meta } }
    case 'image':
      return image(token)
    default:
      return token.content
  }
}

function plain(type: string): Shape | undefined {
  const tag = PLAIN.get(type)
  return tag && { tag, props: {} }
}

function link(token: Token): Shape | undefined {
  const href = String(token.attrGet('href'))
  if (!isLinkAddress(href)) return undefined
  const headingId = linkedHeading(token)?.id
  return { tag: NoteLink, props: { href, headingId, title: titleOf(token), pictures: heldPictures(token) } }
}

function image(token: Token): Shape | string {
  const picture = writtenPicture(token)
  if (!isImageAddress(picture.src)) return picture.alt
  return { tag: Picture, props: { ...picture, title: titleOf(token), isAlone: token.meta?.isAlone } }
}

/** Where it differs from that of what is around. */
function directionOf(token: Token): string | undefined {
  const direction = token.attrGet('dir')
  return direction === null ? undefined : String(direction)
}

function titleOf(token: Token): string | number | undefined {
  return token.attrGet('title') ?? undefined
}

function alignment(token: Token): string | undefined {
  const aligned = /^text-align:(left|center|right)$/.exec(String(token.attrGet('style')))
  return aligned ? `md-${aligned[1]}` : undefined
}

function languageOf(info: string): string | undefined {
  return unescapeInfo(info).trim().split(/\s+/)[0] || undefined
}
