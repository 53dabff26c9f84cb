import { measureAddress } from '#client/markdown/address.measure.ts'

/** A piece of plain text; with an address it is a link. */
export interface Piece {
  text: string
  address?: string
}

const SCHEME = /https?:\/\//gi

/** What belongs to an address is decided as in notes. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  let measured = 0
  for (const { 0: scheme, index } of text.matchAll(SCHEME)) {
    if (index < measured) continue
    const host = index + scheme.length
    measured = host + measureAddress(text, host, text.length)
    const address = text.slice(index, measured)
    if (address === scheme || !URL.canParse(address)) continue
    if (index > end) pieces.push({ text: text.slice(end, index) })
    pieces.push({ text: address, address })
    end = index + address.length
  }
  if (end < text.length) pieces.push({ text: text.slice(end) })
  return pieces
}
