import type { CSSProperties } from 'react'
import { manuscriptRows } from './manuscript.layout.ts'
import './Manuscript.css'

/** The text in a manuscript's squares for the eye, and as one sentence for whoever listens. */
export function Manuscript({ text }: { text: string }) {
  const rows = manuscriptRows(text)
  const longest = { '--longest': Math.max(...rows.map(row => row.indexOf(''))) } as CSSProperties
  return (
    <span className="manuscript">
      <span className="visually-hidden">{text.replaceAll('\n', ' ')}</span>
      <span className="manuscript__sheet" style={longest} aria-hidden="true">
        {rows.map((row, number) => (
          <span className="manuscript__row" key={row.join('')}>
            {row.map((character, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a square is its place
              <span className={kindOf(character)} key={place}>
                {character}
                {number === rows.length - 1 && place === row.indexOf('') && <Caret />}
              </span>
            ))}
          </span>
        ))}
      </span>
    </span>
  )
}

function kindOf(character: string): string {
  const isMark = character === ',' || character === '.'
  return isMark ? 'manuscript__square manuscript__square--mark' : 'manuscript__square'
}

/** In the first empty square: the sheet waits for a hand. */
function Caret() {
  return <span className="manuscript__caret" />
}
