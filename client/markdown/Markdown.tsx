import './markdown.css'
import { useLayoutEffect, useState } from 'react'
import { drawMarkdown, drawMore } from './markdown.drawing.ts'
import { OwnText } from './picture.place.ts'
import { ShownHosts } from './ShownHosts.tsx'
import { wholeTurn } from './turns.ts'

interface MarkdownProps {
  text: string
  /** Whether its writer sees it while writing: then pictures of other sites are shown without asking. */
  isOwnText?: boolean
}

/**
 * A note's text as it is read: in the note itself, the editor's preview, the lookaround and on paper alike.
 * Import it lazily: the parser, the code colours and the formulas have no place on a first page.
 */
export function Markdown({ text, isOwnText = false }: MarkdownProps) {
  const [last, setLast] = useState(() => drawMarkdown(text))
  // The keys of the new drawing come from the last one, which is therefore state and not a memo.
  const drawing = last.text === text ? last : drawMarkdown(text, last)
  if (drawing !== last) setLast(drawing)

  useLayoutEffect(() => {
    if (!drawing.isWhole) return wholeTurn(() => setLast(drawMore(drawing)))
  }, [drawing])
  return (
    <OwnText value={isOwnText}>
      <div className="md" aria-busy={!drawing.isWhole || undefined}>
        {drawing.elements}
      </div>
      {!isOwnText && <ShownHosts hosts={drawing.pictureHosts} />}
    </OwnText>
  )
}
