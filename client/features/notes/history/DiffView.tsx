import { useMemo, useState } from 'react'
import type { NoteContent } from '#client/features/notes/editor/saving/note.content.ts'
import { scrollable } from '#client/markdown/scrollable.ts'
import { t } from '#client/platform/language/language.ts'
import { beginsChange, differences, type Fold, type Piece, shortened } from './note.diff.ts'
import './diff.css'

interface DifferenceProps {
  first: NoteContent
  second: NoteContent
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
      <p className="difference__title" dir="auto">
        <Pieces pieces={title} />
      </p>
      <div className="difference__text" dir="auto" {...scrollable(t('notes.conflictDifference'))}>
        <Pieces pieces={text} />
      </div>
    </div>
  )
}

function Pieces({ pieces }: { pieces: readonly (Piece | Fold)[] }) {
  let length = 0
  return pieces.map((piece, place) => {
    // Where it begins is what it is known by: pieces never change places.
    const key = `${piece.kind} ${length}`
    length += piece.text.length + 1
    if (piece.kind === 'fold') return <Folded key={key} fold={piece} />
    if (piece.kind === 'same') return <span key={key}>{piece.text}</span>
    const Tag = piece.kind === 'first' ? 'del' : 'ins'
    // A change can be led to.
    const leads = beginsChange(pieces, place) ? { tabIndex: -1, 'data-change': '' } : {}
    const isBlank = /^\n+$/.test(piece.text)
    return (
      <Tag key={key} className={isBlank ? 'difference__break' : undefined} {...leads}>
        {piece.text}
      </Tag>
    )
  })
}

function Folded({ fold }: { fold: Fold }) {
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <span className="difference__unfolded">{fold.text}</span>
  return (
    <button type="button" className="difference__fold" onClick={() => setOpen(true)}>
      {t('notes.differenceFold', { count: fold.lines })}
    </button>
  )
}
