import { measureAddress, WWW_OR_MAIL } from '#client/markdown/address.measure.ts'
import { type Mention, mentionsIn, type Named } from '#protocol/mentions.ts'

/** A piece of plain text; with an address it is a link, with a number the name of somebody. */
export interface Piece {
  text: string
  address?: string
  userNo?: number
}

const ADDRESS_START = new RegExp(`https?://|${WWW_OR_MAIL.source}`, 'gi')

/** A comment's links, and in it the names of those whom it mentions. */
export function piecesOf(text: string, mentioned: readonly Named[] = []): Piece[] {
  const mentions = mentionsIn(text, mentioned)
  const pieces: Piece[] = []
  let start = 0
  for (const piece of linksOf(text)) {
    const end = start + piece.text.length
    const inPiece = mentions.filter(mention => mention.start >= start && mention.end <= end)
    pieces.push(...(piece.address === undefined ? cutAt(text, { start, end }, inPiece) : [piece]))
    start = end
  }
  return pieces
}

/** A part of a text, its mentions apart. */
function cutAt(text: string, { start, end }: Range, mentions: readonly Mention[]): Piece[] {
  const pieces: Piece[] = []
  let done = start
  for (const mention of mentions) {
    if (mention.start > done) pieces.push({ text: text.slice(done, mention.start) })
    pieces.push({ text: text.slice(mention.start, mention.end), userNo: mention.userNo })
    done = mention.end
  }
  if (done < end) pieces.push({ text: text.slice(done, end) })
  return pieces
}

type Range = Pick<Mention, 'start' | 'end'>

/** What belongs to an address is decided as in notes. */
function linksOf(text: string): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  let measured = 0
  for (const { 0: found, 1: mailName, index } of text.matchAll(ADDRESS_START)) {
    if (index < measured) continue
    const host = /^https?:/i.test(found) ? index + found.length : index
    measured = mailName === undefined ? host + measureAddress(text, host, text.length) : index + found.length
    const written = text.slice(index, measured)
    const address = withScheme(written, mailName !== undefined)
    if (written === found.slice(0, host - index) || !URL.canParse(address)) continue
    if (index > end) pieces.push({ text: text.slice(end, index) })
    pieces.push({ text: written, address })
    end = index + written.length
  }
  if (end < text.length) pieces.push({ text: text.slice(end) })
  return pieces
}

function withScheme(written: string, isMail: boolean): string {
  if (isMail) return `mailto:${written}`
  return /^www\./i.test(written) ? `https://${written}` : written
}
