import { diffArrays } from 'diff'
import { toNfc } from '#protocol/normalization.ts'

export interface Piece {
  /** In both texts, only in the first, or only in the second. */
  kind: 'same' | 'first' | 'second'
  text: string
}

/** Words or lines that are gone or new. Looking for more takes time that grows with the square of their number. */
const EDITS_MAX = 500
/** Of a longer unchanged stretch only so many lines are shown at either end. */
const LINES_SHOWN = 2

/**
 * How two texts differ, word by word: a Korean word with its particle is one. Where too much differs line by line, and
 * where nearly all does as two wholes.
 */
export function differences(first: string, second: string): Piece[] {
  const by = (parts: (text: string) => string[]) =>
    diffArrays(parts(first), parts(second), { maxEditLength: EDITS_MAX })
  const found = by(words) ?? by(lines)
  if (found === undefined)
    return nonEmpty([
      { kind: 'first', text: first },
      { kind: 'second', text: second },
    ])
  const pieces = found.map(
    ({ added, removed, value }): Piece => ({
      kind: added ? 'second' : removed ? 'first' : 'same',
      text: value.join(''),
    }),
  )
  return joined(pieces)
}

function words(text: string): string[] {
  return toNfc(text).match(/\n|[^\S\n]+|[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{M}\p{N}]/gu) ?? []
}

function lines(text: string): string[] {
  return toNfc(text).match(/[^\n]*\n|[^\n]+/g) ?? []
}

/** Changes with only a space between them are one change, which reads better than word for word. */
function joined(pieces: readonly Piece[]): Piece[] {
  const result: Piece[] = []
  let change = { first: '', second: '' }
  const close = () => {
    result.push({ kind: 'first', text: change.first }, { kind: 'second', text: change.second })
    change = { first: '', second: '' }
  }
  pieces.forEach(({ kind, text }, place) => {
    const isWithin = isChange(pieces[place - 1]) && isChange(pieces[place + 1]) && /^[^\S\n]+$/.test(text)
    if (kind !== 'same') change[kind] += text
    else if (isWithin) change = { first: change.first + text, second: change.second + text }
    else {
      close()
      result.push({ kind, text })
    }
  })
  close()
  return nonEmpty(result)
}

const isChange = (piece: Piece | undefined) => piece !== undefined && piece.kind !== 'same'
const nonEmpty = (pieces: Piece[]) => pieces.filter(piece => piece.text !== '')

/** Lines of unchanged text that are left out. */
export interface Fold {
  kind: 'fold'
  text: string
  lines: number
}

/** The unchanged text around changes; what is farther off is folded. */
export function shortened(pieces: readonly Piece[]): (Piece | Fold)[] {
  return pieces.flatMap((piece, place): (Piece | Fold)[] => {
    if (piece.kind !== 'same') return [piece]
    const lines = piece.text.split('\n')
    const head = place === 0 ? 0 : LINES_SHOWN + 1
    const tail = place === pieces.length - 1 ? 0 : LINES_SHOWN + 1
    if (lines.length <= head + tail + 1) return [piece]
    const shown: (Piece | Fold)[] = []
    const folded = lines.slice(head, lines.length - tail)
    if (head > 0) shown.push({ kind: 'same', text: lines.slice(0, head).join('\n') })
    shown.push({ kind: 'fold', text: folded.join('\n'), lines: folded.length })
    if (tail > 0) shown.push({ kind: 'same', text: lines.slice(-tail).join('\n') })
    return shown
  })
}

/** Whether a change begins with this piece: what is gone and what came in its place are one. */
export function beginsChange(pieces: readonly (Piece | Fold)[], place: number): boolean {
  const isChanged = (piece: Piece | Fold | undefined) => piece?.kind === 'first' || piece?.kind === 'second'
  return isChanged(pieces[place]) && !isChanged(pieces[place - 1])
}
