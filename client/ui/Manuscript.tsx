import type { CSSProperties } from 'react'
import { toNfc } from '#protocol/normalization.ts'
import { Avatar, type Person } from './Avatar.tsx'
import './Manuscript.css'

interface ManuscriptProps {
  text: string
  /** Avatars for the last square of each row, where that is empty. */
  avatars: readonly Person[]
}

/** Text in manuscript squares. Screen readers get it as one sentence. */
export function Manuscript({ text, avatars }: ManuscriptProps) {
  const rows = manuscriptRows(text)
  const columns = { '--columns': rows[0]?.length ?? 0 } as CSSProperties
  return (
    <span className="manuscript">
      <span className="visually-hidden">{text.replaceAll('\n', ' ')}</span>
      <span className="manuscript__sheet" style={columns} aria-hidden="true">
        {rows.map((row, number) => {
          const face = row.at(-1) === '' ? avatars[number] : undefined
          return (
            <span className="manuscript__row" key={row.join('')}>
              {row.map((character, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the index identifies the square
                <span className={squareClass(character)} key={index}>
                  {face && index === row.length - 1 ? <Avatar person={face} size="grouped" /> : character}
                </span>
              ))}
            </span>
          )
        })}
      </span>
    </span>
  )
}

function squareClass(character: string): string {
  const isMark = character === ',' || character === '.'
  return isMark ? 'manuscript__square manuscript__square--mark' : 'manuscript__square'
}

/**
 * Splits a text into rows of squares, one per character. Pads all rows to the longest. As on paper, the
 * square of a comma or full stop includes the space after it.
 */
export function manuscriptRows(text: string): string[][] {
  const lines = toNfc(text)
    .split('\n')
    .map(line => [...line.replace(/([,.]) /g, '$1')])
  const longest = Math.max(...lines.map(line => line.length))
  return lines.map(line => Array.from({ length: longest }, (_, index) => line[index] ?? ''))
}
