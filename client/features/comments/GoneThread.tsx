import { useAtomValue } from 'jotai'
import { t } from '#client/platform/language/language.ts'
import { authAtom } from '#client/session/session.ts'
import { CommentsSection } from './CommentsSection.tsx'
import { CommentText } from './CommentText.tsx'
import type { Place } from './comments.queries.ts'
import { textsOf, unsentAtom, unsentKey, unsentOf } from './comments.unsent.ts'

/** In place of a thread whose note has left the hub: why, and what was not sent, to be copied. */
export function GoneThread({ place, wasShown }: { place: Place; wasShown: boolean }) {
  const { userNo } = useAtomValue(authAtom)
  const unsentTexts = textsOf(unsentOf(useAtomValue(unsentAtom), unsentKey(userNo, place)))
  if (!wasShown && unsentTexts.length === 0) return null
  return (
    <CommentsSection count={0}>
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
