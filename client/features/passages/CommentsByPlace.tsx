import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { t } from '#client/platform/language/language.ts'
import type { CommentView } from '#protocol/comments.ts'
import { PassageQuote } from './PassageQuote.tsx'
import { commentsByPlace } from './passages.groups.ts'
import { usePassageState } from './passages.state.ts'

interface CommentsByPlaceProps {
  comments: readonly CommentView[]
  /** @param before the comment above at the same place. */
  renderComment: (comment: CommentView, before: CommentView | undefined) => ReactNode
}

/** The comments below the passages that they are about, in reading order. */
export function CommentsByPlace({ comments, renderComment }: CommentsByPlaceProps) {
  const anchors = useAtomValue(usePassageState().anchors)
  return commentsByPlace(comments, anchors).map(({ key, passage, comments: atPlace }) => (
    <li key={key} className="comments-place">
      {passage ? (
        <PassageQuote passage={passage} />
      ) : (
        <p className="comments-place__title">{t('passages.wholeNote')}</p>
      )}
      <ol>{atPlace.map((comment, index) => renderComment(comment, atPlace[index - 1]))}</ol>
    </li>
  ))
}
