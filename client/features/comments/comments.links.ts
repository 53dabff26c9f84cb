/** A piece of plain text; with an address it is a link. */
export interface Piece {
  text: string
  address?: string
}

/** Latin characters alone, as addresses are copied, so that a particle written right behind is not taken in. */
const ADDRESS = /https?:\/\/[\w\-.~:/?#[\]@!$&'()*+,;=%]+/gi
/** What rather ends the sentence, or closes what was opened before the address. */
const AFTER_ADDRESS = /[.,!?:;'"]+$/

export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const match of text.matchAll(ADDRESS)) {
    const address = withoutPunctuation(match[0])
    if (!URL.canParse(address)) continue
    if (match.index > end) pieces.push({ text: text.slice(end, match.index) })
    pieces.push({ text: address, address })
    end = match.index + address.length
  }
  if (end < text.length) pieces.push({ text: text.slice(end) })
  return pieces
}

function withoutPunctuation(address: string): string {
  const bare = address.replace(AFTER_ADDRESS, '')
  const isClosedOutside = bare.endsWith(')') && !bare.includes('(')
  return isClosedOutside ? withoutPunctuation(bare.slice(0, -1)) : bare
}
