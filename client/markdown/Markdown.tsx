import './markdown.css'
import { useEffectEvent, useId, useLayoutEffect, useState } from 'react'
import { type Drawn, drawMarkdown, drawMore } from './markdown.drawing.ts'
import { IsArticle, TextId, TickTask } from './markdown.place.ts'
import { IsAuthor } from './picture.place.ts'
import { ShownHosts } from './ShownHosts.tsx'
import type { WrittenTask } from './task.rules.ts'
import { wholeTurn } from './turns.ts'

export interface MarkdownProps {
  text: string
  /** Whether its writer sees it while writing: then pictures of other sites are shown without asking. */
  isOwnText?: boolean
  /** Whether it is the article of its screen: its headings can be led to by the address. There is one at most. */
  isArticle?: boolean
  /** Whoever may tick its tasks does it by this. */
  onTick?: ((task: WrittenTask, isDone: boolean) => void) | undefined
  /** When another text is on the page, and when all of it is. */
  onDrawn?: (drawn: Drawn) => void
}

/**
 * A note's text as it is read: in the note itself, the editor's preview, the lookaround and on paper alike.
 * Import it lazily: the parser, the code colours and the formulas have no place on a first page.
 */
export function Markdown({ text, isOwnText = false, isArticle = false, onTick, onDrawn }: MarkdownProps) {
  const id = useId()
  const [last, setLast] = useState(() => drawMarkdown(text))
  // The keys of the new drawing come from the last one, which is therefore state and not a memo.
  const drawing = last.text === text ? last : drawMarkdown(text, last)
  if (drawing !== last) setLast(drawing)

  useLayoutEffect(() => {
    if (!drawing.isWhole) return wholeTurn(() => setLast(drawMore(drawing)))
  }, [drawing])

  const { isWhole, headings, lines } = drawing
  const notifyRendered = useEffectEvent(() => onDrawn?.({ headings, lines, isWhole }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: each text is told of
  useLayoutEffect(() => notifyRendered(), [isWhole, headings])

  return (
    <IsAuthor value={isOwnText}>
      <IsArticle value={isArticle}>
        <TextId value={id}>
          <TickTask value={onTick ?? null}>
            <div className="md" aria-busy={!isWhole || undefined}>
              {drawing.elements}
            </div>
          </TickTask>
        </TextId>
      </IsArticle>
      {!isOwnText && <ShownHosts hosts={drawing.pictureHosts} />}
    </IsAuthor>
  )
}
