import type { Piece } from './line.pieces.ts'

const CLASSES = { sign: 'mirror__sign', picture: 'mirror__picture', page: 'mirror__page' } as const

export function newLine(): HTMLElement {
  const line = document.createElement('div')
  line.className = 'mirror__line'
  return line
}

/** Draws what a line now consists of. Where only words are others, only they are changed: that is what a key costs. */
export function drawLine(line: HTMLElement, pieces: readonly Piece[], before: readonly Piece[]): void {
  if (pieces.length !== before.length || !pieces.every((piece, place) => isAlike(piece, before[place]))) {
    line.replaceChildren(...pieces.map(newPiece))
    return
  }
  pieces.forEach(({ text }, place) => {
    const node = line.childNodes[place]
    const words = node instanceof Text ? node : node?.firstChild
    if (words instanceof Text && words.data !== text) words.data = text
  })
}

function isAlike(piece: Piece, other: Piece | undefined): boolean {
  if (piece.kind !== other?.kind) return false
  if (piece.kind === 'page') return other.kind === 'page' && piece.page === other.page
  return piece.kind !== 'picture' || (other.kind === 'picture' && piece.upload === other.upload)
}

function newPiece(piece: Piece): Node {
  if (piece.kind === 'words') return new Text(piece.text)
  const element = document.createElement('span')
  element.className = CLASSES[piece.kind]
  element.append(piece.text)
  if (piece.kind === 'page') element.dataset.page = String(piece.page)
  if (piece.kind === 'picture') element.dataset.upload = piece.upload
  return element
}
