import { parseUrl } from '#client/platform/browser/url.ts'
import { type Mention, mentionsIn, type Named } from '#protocol/comments.ts'
import { addressLength, WWW_OR_MAIL } from '#protocol/markdown/address.rules.ts'

/** A part of a comment: plain text, a link if it has an address, or a mention if it has a user number. */
export interface TextSegment {
  text: string
  address?: string
  userNo?: number
}

const ADDRESS_START = new RegExp(`https?://|${WWW_OR_MAIL.source}`, 'gi')

/** Splits a comment into text, links and mentions. */
export function splitIntoSegments(text: string, mentioned: readonly Named[] = []): TextSegment[] {
  const mentions = mentionsIn(text, mentioned)
  const segments: TextSegment[] = []
  let start = 0
  for (const segment of splitAtLinks(text)) {
    const end = start + segment.text.length
    const inSegment = mentions.filter(mention => mention.start >= start && mention.end <= end)
    segments.push(
      ...(segment.address === undefined ? splitAtMentions(text, { start, end }, inSegment) : [segment]),
    )
    start = end
  }
  return segments
}

function splitAtMentions(text: string, { start, end }: Range, mentions: readonly Mention[]): TextSegment[] {
  const segments: TextSegment[] = []
  let position = start
  for (const mention of mentions) {
    if (mention.start > position) segments.push({ text: text.slice(position, mention.start) })
    segments.push({ text: text.slice(mention.start, mention.end), userNo: mention.userNo })
    position = mention.end
  }
  if (position < end) segments.push({ text: text.slice(position, end) })
  return segments
}

type Range = Pick<Mention, 'start' | 'end'>

/** Notes use the same rules for the end of an address. */
function splitAtLinks(text: string): TextSegment[] {
  const segments: TextSegment[] = []
  let end = 0
  let addressEnd = 0
  for (const { 0: found, 1: mailName, index } of text.matchAll(ADDRESS_START)) {
    if (index < addressEnd) continue
    const host = /^https?:/i.test(found) ? index + found.length : index
    addressEnd = mailName === undefined ? host + addressLength(text, host, text.length) : index + found.length
    const linkText = text.slice(index, addressEnd)
    const address = withScheme(linkText, mailName !== undefined)
    if (linkText === found.slice(0, host - index) || parseUrl(address) === null) continue
    if (index > end) segments.push({ text: text.slice(end, index) })
    segments.push({ text: linkText, address })
    end = index + linkText.length
  }
  if (end < text.length) segments.push({ text: text.slice(end) })
  return segments
}

function withScheme(linkText: string, isMail: boolean): string {
  if (isMail) return `mailto:${linkText}`
  return /^www\./i.test(linkText) ? `https://${linkText}` : linkText
}
