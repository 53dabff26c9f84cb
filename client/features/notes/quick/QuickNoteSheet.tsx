import { squaresOf } from './squares.ts'
import './quickNoteSheet.css'

/** As many as are seen where the sheet is widest. */
const SQUARES = 60

/** A manuscript's squares, the first for the caret, with what may be written in the others: for the eye, until something is written. */
export function QuickNoteSheet({ words }: { words: string }) {
  const written = ['', ...squaresOf(words)]
  const squares = Array.from({ length: SQUARES }, (_, place) => written[place] ?? '')
  return (
    <span className="quick-note__sheet" aria-hidden="true">
      {squares.map((character, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a square is its place
        <span className={kindOf(character)} key={place}>
          {character}
        </span>
      ))}
    </span>
  )
}

const kindOf = (character: string) =>
  /[,.]/.test(character) ? 'quick-note__square quick-note__square--mark' : 'quick-note__square'
