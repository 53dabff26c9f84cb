import type { CSSProperties } from 'react'
import { Avatar, type Person } from '#client/ui/Avatar.tsx'
import { manuscriptRows } from './manuscript.layout.ts'
import './Manuscript.css'

interface ManuscriptProps {
  text: string
  /** The first looks out of the first row's last square, where that is empty, and so on. */
  faces: readonly Person[]
}

/** The text in a manuscript's squares for the eye, and as one sentence for whoever listens. */
export function Manuscript({ text, faces }: ManuscriptProps) {
  const rows = manuscriptRows(text)
  const columns = { '--columns': rows[0]?.length ?? 0 } as CSSProperties
  return (
    <span className="manuscript">
      <span className="visually-hidden">{text.replaceAll('\n', ' ')}</span>
      <span className="manuscript__sheet" style={columns} aria-hidden="true">
        {rows.map((row, number) => {
          const face = row.at(-1) === '' ? faces[number] : undefined
          return (
            <span className="manuscript__row" key={row.join('')}>
              {row.map((character, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a square is its place
                <span className={kindOf(character)} key={place}>
                  {face && place === row.length - 1 ? <Avatar person={face} size="grouped" /> : character}
                </span>
              ))}
            </span>
          )
        })}
      </span>
    </span>
  )
}

function kindOf(character: string): string {
  const isMark = character === ',' || character === '.'
  return isMark ? 'manuscript__square manuscript__square--mark' : 'manuscript__square'
}
