import { useAtomValue } from 'jotai'
import { t } from '#client/platform/language/language.ts'
import { authAtom } from '#client/session/session.ts'
import { CommentsSection } from './CommentsSection.tsx'
import { CommentText } from './CommentText.tsx'
import { outboxAtom, outboxKey, outboxOf, textsOf } from './comments.outbox.ts'
import type { Place } from './comments.queries.ts'

/** In place of a thread whose note has left the hub: why, and what was not sent, to be copied. */
export function GoneThread({ place, wasShown }: { place: Place; wasShown: boolean }) {
  const { userNo } = useAtomValue(authAtom)
  const outboxTexts = textsOf(outboxOf(useAtomValue(outboxAtom), outboxKey(userNo, place)))
  if (!wasShown && outboxTexts.length === 0) return null
  return (
    <CommentsSection count={0}>
      <p className="comments__empty" role="status">
        {t(outboxTexts.length > 0 ? 'comments.goneWithUnsent' : 'comments.gone')}
      </p>
      <ul className="comments__list">
        {outboxTexts.map(text => (
          <li className="comment comment--outgoing comment--failed" key={text}>
            <CommentText text={text} />
          </li>
        ))}
      </ul>
    </CommentsSection>
  )
}
