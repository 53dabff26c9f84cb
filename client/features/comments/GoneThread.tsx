import { useEffect, useRef } from 'react'
import { t } from '#client/platform/language.ts'
import { CommentsSection } from './CommentsSection.tsx'
import { CommentText } from './CommentText.tsx'

/** In place of a thread whose note has left the hub: why, and what was not sent, to be copied. */
export function GoneThread({ unsentTexts }: { unsentTexts: string[] }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The box that was being written in is gone.
    if (document.activeElement === document.body) title.current?.focus({ preventScroll: true })
  }, [])
  return (
    <CommentsSection count={0} titleRef={title}>
      <p className="comments__empty" role="status">
        {t(unsentTexts.length > 0 ? 'comments.goneWithUnsent' : 'comments.gone')}
      </p>
      <ul className="comments__list">
        {unsentTexts.map(text => (
          <li className="comment comment--outgoing comment--failed" key={text}>
            <CommentText text={text} />
          </li>
        ))}
      </ul>
    </CommentsSection>
  )
}
