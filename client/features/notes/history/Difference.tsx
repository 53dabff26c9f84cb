import { useMemo } from 'react'
import type { Writing } from '#client/features/notes/editor/note.editor.ts'
import { scrollable } from '#client/markdown/scrollable.ts'
import { t } from '#client/platform/language/language.ts'
import { differences, type Piece, shortened } from './note.difference.ts'
import './difference.css'

interface DifferenceProps {
  first: Writing
  second: Writing
  /** What stands only in the one, and only in the other. */
  onlyFirst: string
  onlySecond: string
}

/** Two texts in one, with what stands only in one of them marked. */
export function Difference({ first, second, onlyFirst, onlySecond }: DifferenceProps) {
  const title = useMemo(() => differences(first.title, second.title), [first.title, second.title])
  const text = useMemo(() => shortened(differences(first.text, second.text)), [first.text, second.text])
  if (first.title === second.title && first.text === second.text)
    return <p className="difference__none">{t('notes.differenceNone')}</p>
  return (
    <div className="difference">
      <p className="difference__legend">
        <del>{onlyFirst}</del> <ins>{onlySecond}</ins>
      </p>
      <p className="difference__title">
        <Pieces pieces={title} />
      </p>
      <div className="difference__text" {...scrollable(t('notes.conflictDifference'))}>
        <Pieces pieces={text} />
      </div>
    </div>
  )
}

function Pieces({ pieces }: { pieces: readonly (Piece | null)[] }) {
  let length = 0
  return pieces.map(piece => {
    // Where it begins is what it is known by: pieces never change places.
    const key = `${piece?.kind} ${length}`
    length += piece?.text.length ?? 1
    if (piece === null)
      return (
        <span key={key} className="difference__gap" aria-hidden="true">
          ⋯
        </span>
      )
    if (piece.kind === 'first') return <del key={key}>{piece.text}</del>
    if (piece.kind === 'second') return <ins key={key}>{piece.text}</ins>
    return <span key={key}>{piece.text}</span>
  })
}
