import type { Token } from 'markdown-it'
import { type ElementType, type MouseEvent, type ReactNode, use } from 'react'
import { isPlainClick } from '#client/platform/browser/links.ts'
import { scrollToAndFocus } from '#client/platform/browser/scrolling.ts'
import { t } from '#client/platform/language/language.ts'
import { isImageAddress, isLinkAddress } from '#protocol/markdown/address.policy.ts'
import { calloutOf } from '#protocol/markdown/callout.rules.ts'
import { detailsOf } from '#protocol/markdown/details.rules.ts'
import { isDiagram } from '#protocol/markdown/fence.rules.ts'
import type { FootnoteMeta } from '#protocol/markdown/footnote.rules.ts'
import { headingOf, linkedHeadingOf } from '#protocol/markdown/heading.rules.ts'
import { unescapeText } from '#protocol/markdown/markdown.parser.ts'
import { nestedPictures, pictureOf } from '#protocol/markdown/picture.rules.ts'
import { inlineTags } from '#protocol/markdown/tag.rules.ts'
import { taskOf } from '#protocol/markdown/task.rules.ts'
import { wikiLinkOf } from '#protocol/markdown/wikiLink.rules.ts'
import { Callout, CalloutTitle } from './Callout.tsx'
import { CodeBlock } from './CodeBlock.tsx'
import { Details, Summary } from './Details.tsx'
import { Diagram } from './Diagram.tsx'
import { Formula } from './Formula.tsx'
import { Hashtag } from './Hashtag.tsx'
import { Heading } from './Heading.tsx'
import { TextId } from './markdownContexts.ts'
import { NoteLink } from './NoteLink.tsx'
import { openDetailsAround } from './openDetails.ts'
import { Picture } from './Picture.tsx'
import { ScrollingTable } from './ScrollingTable.tsx'
import { NOT_TEXT } from './textAttribute.ts'
import { WikiLink } from './WikiLink.tsx'

/** The element for a token. `props` is a new object each time, so that the caller may add the children. */
export type Shape = { tag: ElementType; props: Record<string, unknown> }

/** Elements without attributes. This file is the allow-list: no other elements are created. */
const PLAIN_ELEMENTS = new Map<string, ElementType>([
  ['em_open', 'em'],
  ['strong_open', 'strong'],
  ['s_open', 's'],
  ...inlineTags.map(tag => [`${tag}_open`, tag] as const),
  ['thead_open', 'thead'],
  ['tbody_open', 'tbody'],
  ['tr_open', 'tr'],
])

/** Undefined for a token without an element, such as a paragraph of a tight list. */
export function shapeOf(token: Token): Shape | undefined {
  if (token.hidden) return undefined
  switch (token.type) {
    case 'heading_open':
      return { tag: Heading, props: { level: Number(token.tag.slice(1)), heading: headingOf(token) } }
    case 'paragraph_open':
      return { tag: 'p', props: { dir: 'auto' } }
    case 'blockquote_open':
    case 'bullet_list_open':
      return { tag: token.tag as ElementType, props: { dir: directionOf(token) } }
    case 'callout_open':
      return { tag: Callout, props: { kind: calloutOf(token).kind, dir: directionOf(token) } }
    case 'callout_title_open':
      return { tag: CalloutTitle, props: { ...calloutOf(token) } }
    case 'details_open':
      return { tag: Details, props: { isOpen: detailsOf(token).isOpen, dir: directionOf(token) } }
    case 'summary_open':
      return { tag: Summary, props: { hasSummary: detailsOf(token).hasSummary } }
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
      return {
        tag: token.tag === 'th' ? 'th' : 'td',
        props: { className: alignmentClass(token), dir: 'auto' },
      }
    case 'footnotes_open':
      return {
        tag: 'ol',
        props: { className: 'md-footnotes', 'aria-label': t('markdown.footnotes'), dir: directionOf(token) },
      }
    case 'footnote_open':
      return { tag: Footnote, props: { ...token.meta, dir: directionOf(token) } }
    case 'link_open':
      return linkShape(token)
    default:
      return plainShape(token.type)
  }
}

export function leafShapeOf(token: Token): Shape | string {
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
      if (isDiagram(token)) return { tag: Diagram, props: { source: token.content } }
      return { tag: CodeBlock, props: { code: token.content, language: languageOf(token.info) } }
    case 'math':
      return { tag: Formula, props: { tex: token.content, display: token.markup === '$$' } }
    case 'footnote_ref':
      return { tag: FootnoteReference, props: { ...token.meta } }
    case 'image':
      return imageShape(token)
    case 'hashtag':
      return { tag: Hashtag, props: { words: token.content } }
    case 'wiki_link':
      return wikiLinkShape(token)
    default:
      return token.content
  }
}

function plainShape(type: string): Shape | undefined {
  const tag = PLAIN_ELEMENTS.get(type)
  return tag && { tag, props: {} }
}

function linkShape(token: Token): Shape | undefined {
  const href = String(token.attrGet('href'))
  if (!isLinkAddress(href)) return undefined
  const headingId = linkedHeadingOf(token)?.id
  return { tag: NoteLink, props: { href, headingId, title: titleOf(token), pictures: nestedPictures(token) } }
}

function wikiLinkShape(token: Token): Shape {
  const { target, label } = wikiLinkOf(token)
  const heading = linkedHeadingOf(token)
  const words = token.content
  return heading
    ? { tag: NoteLink, props: { href: `#${heading.id}`, headingId: heading.id, children: words } }
    : { tag: WikiLink, props: { target, words, hasLabel: label !== undefined } }
}

function imageShape(token: Token): Shape | string {
  const picture = pictureOf(token)
  if (!isImageAddress(picture.src)) return picture.alt
  return { tag: Picture, props: { ...picture, title: titleOf(token), isAlone: token.meta?.isAlone } }
}

/** Undefined if the direction is that of the parent. */
function directionOf(token: Token): string | undefined {
  const direction = token.attrGet('dir')
  return direction === null ? undefined : String(direction)
}

function titleOf(token: Token): string | number | undefined {
  return token.attrGet('title') ?? undefined
}

function alignmentClass(token: Token): string | undefined {
  const aligned = /^text-align:(left|center|right)$/.exec(String(token.attrGet('style')))
  return aligned ? `md-${aligned[1]}` : undefined
}

function languageOf(info: string): string | undefined {
  return unescapeText(info).trim().split(/\s+/)[0] || undefined
}

/** The superscript number that links to a footnote. */
function FootnoteReference({ number, isFirst }: FootnoteMeta) {
  const { reference, note } = useIds(number)
  return (
    <sup className="md-footnote-mark" {...NOT_TEXT}>
      <TextAnchor id={isFirst ? reference : undefined} to={note} label={t('markdown.footnote', { number })}>
        {number}
      </TextAnchor>
    </sup>
  )
}

/** A footnote with a link back to its first reference. */
function Footnote({
  number,
  dir,
  children,
}: FootnoteMeta & { dir?: string | undefined; children?: ReactNode }) {
  const { reference, note } = useIds(number)
  return (
    <li className="md-footnote" id={note} tabIndex={-1} dir={dir}>
      {children}
      <span className="md-footnote-back" {...NOT_TEXT}>
        {' '}
        <TextAnchor to={reference} label={t('markdown.footnoteBack', { number })}>
          ↩
        </TextAnchor>
      </span>
    </li>
  )
}

interface TextAnchorProps {
  id?: string | undefined
  to: string
  label: string
  children: ReactNode
}

/** Scrolls within the text. The URL stays the same, because an editor treats a changed URL as leaving the screen. */
function TextAnchor({ id, to, label, children }: TextAnchorProps) {
  function follow(event: MouseEvent) {
    if (!isPlainClick(event)) return
    event.preventDefault()
    const place = document.getElementById(to)
    if (place) openDetailsAround(place)
    scrollToAndFocus(to, 'center')
  }

  return (
    <a id={id} href={`#${to}`} aria-label={label} onClick={follow}>
      {children}
    </a>
  )
}

function useIds(number: number) {
  const text = use(TextId)
  return { reference: `${text}-reference-${number}`, note: `${text}-footnote-${number}` }
}
