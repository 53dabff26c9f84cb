import type { Piece } from './line.pieces.ts'

const CLASSES = { sign: 'highlight__sign', picture: 'highlight__picture', page: 'highlight__page' } as const

export function newLine(): HTMLElement {
  const line = document.createElement('div')
  line.className = 'highlight__line'
  // As the text area has it for each of its lines.
  line.dir = 'auto'
  return line
}

/**
 * Draws what a line now consists of. Its height is that of its words in one piece, as in the text area: parts of a line are rounded one by
 * one, and by that much a line of many would wrap sooner. What is put on the words lies over them and has no height. Where only words
 * are others, only they are changed: that is what a key costs.
 */
export function drawLine(
  line: HTMLElement,
  text: string,
  { pieces, before }: { pieces: readonly Piece[]; before: readonly Piece[] },
): void {
  const words = line.lastChild
  if (!(words instanceof Text)) line.append(text)
  else if (words.data !== text) words.data = text
  const marks = line.querySelector('.highlight__marks')
  if (pieces.every(({ kind }) => kind === 'words')) marks?.remove()
  else if (marks === null) line.prepend(newMarks(pieces))
  else if (pieces.length !== before.length || !pieces.every((piece, place) => isAlike(piece, before[place])))
    marks.replaceChildren(...pieces.map(newPiece))
  else changeWords(marks, pieces)
}

function newMarks(pieces: readonly Piece[]): HTMLElement {
  const marks = document.createElement('div')
  marks.className = 'highlight__marks'
  marks.append(...pieces.map(newPiece))
  return marks
}

function changeWords(marks: Element, pieces: readonly Piece[]): void {
  pieces.forEach(({ text }, place) => {
    const node = marks.childNodes[place]
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
