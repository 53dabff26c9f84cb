import type { PageEnd } from '#client/features/notes/note.length.ts'
import type { Mark } from './line.marks.ts'

/** A line as it stands in the mirror: words, signs that stand back, pictures that are going up, and ends of manuscript pages. */
export type Piece =
  | { kind: 'words' | 'sign'; text: string }
  | { kind: 'picture'; text: string; upload: string }
  | { kind: 'page'; text: ''; page: number }

/** Made when the first note of several pages is written: making it takes a phone some tens of milliseconds. */
let signs: Intl.Segmenter | undefined
/** So far around a place its sign is looked for: to segment the whole of a long line takes longer than a key may. */
const NEAR = 200
const BLANKS = /(?:\s[\p{M}\u200d]*)+/uy

/** A line in pieces, one behind the other. A page ends between two signs, also within a mark. */
export function piecesOf(line: string, marks: readonly Mark[], pages: readonly PageEnd[]): Piece[] {
  const pieces: Piece[] = []
  const ends = movedEnds(line, pages)

  function put(from: number, to: number, mark: Mark | null) {
    if (from === to) return
    const [end] = ends
    if (end !== undefined && end.at < to) {
      ends.shift()
      put(from, end.at, mark)
      pieces.push({ kind: 'page', text: '', page: end.page })
      put(end.at, to, mark)
      return
    }
    const text = line.slice(from, to)
    if (mark?.upload !== undefined) pieces.push({ kind: 'picture', text, upload: mark.upload })
    else pieces.push({ kind: mark === null ? 'words' : 'sign', text })
  }

  let at = 0
  for (const mark of marks) {
    put(at, mark.from, null)
    put(mark.from, mark.to, mark)
    at = mark.to
  }
  put(at, line.length, null)
  for (const { page } of ends) pieces.push({ kind: 'page', text: '', page })
  return pieces
}

/** The pages' ends at places where a line can be cut and is drawn as before; of those that come together, the last. */
function movedEnds(line: string, pages: readonly PageEnd[]): PageEnd[] {
  const ends: PageEnd[] = []
  for (const { at, page } of pages) {
    const before = ends.at(-1)
    if (before !== undefined && at <= before.at) before.page = page
    else ends.push({ at: behindBlanks(line, behindSign(line, at)), page })
  }
  return ends
}

/** A sign may be of many units: an emoji, a syllable in parts. */
function behindSign(line: string, at: number): number {
  const from = Math.max(0, at - NEAR)
  signs ??= new Intl.Segmenter()
  const sign = signs.segment(line.slice(from, at + NEAR)).containing(at - from)
  const begins = from + (sign?.index ?? 0)
  return sign !== undefined && begins < at ? begins + sign.segment.length : at
}

/** Blanks hang at the end of a wrapped line only where nothing stands among them. */
function behindBlanks(line: string, at: number): number {
  BLANKS.lastIndex = at
  return at + (BLANKS.exec(line)?.[0].length ?? 0)
}
