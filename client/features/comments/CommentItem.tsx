import { memo, useEffect, useRef, useState } from 'react'
import { ReactionButton } from '#client/features/reactions/ReactionButton.tsx'
import { CommentMenu } from '#client/features/reports/CommentMenu.tsx'
import { paths } from '#client/paths.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Confirm } from '#client/ui/Confirm.tsx'
import { Message } from '#client/ui/Message.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import { canChangeComment, canDeleteComment, type Viewer } from '#protocol/access.ts'
import type { CommentView } from '#protocol/comments.ts'
import { COMMENT_EDIT_MS } from '#protocol/limits.ts'
import type { NoteView } from '#protocol/notes.ts'
import { CommentCard } from './CommentCard.tsx'
import { CommentEditor } from './CommentEditor.tsx'
import { CommentText } from './CommentText.tsx'
import { keepEdit, keptEdit } from './comments.outbox.ts'
import { type Place, useDeleteComment } from './comments.queries.ts'
import { UnreadLine } from './UnreadLine.tsx'
import { commentId } from './useScrollToComment.ts'

interface CommentItemProps {
  comment: CommentView
  place: Place
  note: NoteView
  viewer: Viewer
  /** The line above what is not read stands above it. */
  isFirstUnread: boolean
  /** It is the first of its day. */
  beginsDay: boolean
  /** It goes on with the one before it. */
  isFollowUp: boolean
  isLit: boolean
  onQuote: (commentNo: number) => void
  onReply: (comment: CommentView) => void
}

/** Drawn anew only when something of its own has changed, however long its thread is: what it is given must stay the same. */
export const CommentItem = memo(function CommentItem({
  comment,
  place,
  note,
  viewer,
  isFirstUnread,
  beginsDay,
  isFollowUp,
  isLit,
  onQuote,
  onReply,
}: CommentItemProps) {
  const { commentNo, text, writerNo } = comment
  const isOwn = writerNo === viewer.userNo
  const [open, setOpen] = useState<'edit' | 'delete' | null>(() =>
    isOwn && keptEdit(place, comment) !== '' ? 'edit' : null,
  )
  const isYoung = useIsYoung(comment.postedAt)
  const deleting = useDeleteComment(place)
  const card = useRef<HTMLLIElement>(null)
  const editButton = useRef<HTMLButtonElement>(null)
  const textId = commentId(commentNo)

  // An edit that the comment says by now was saved, though the answer was lost.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed from here on ends with its editor
  useEffect(() => {
    if (isOwn && open === null) keepEdit(place, comment, '')
  }, [])

  function endEditing() {
    setOpen(null)
    // Whoever writes elsewhere by now is not called back.
    if (card.current?.contains(document.activeElement)) editButton.current?.focus()
  }

  function remove() {
    const edit = keptEdit(place, comment)
    keepEdit(place, comment, '')
    deleting.mutate(commentNo, { onError: () => keepEdit(place, comment, edit) })
  }

  return (
    <CommentCard
      ref={card}
      comment={comment}
      isOwn={isOwn}
      isLit={isLit}
      beginsDay={beginsDay}
      isFollowUp={isFollowUp}
      address={paths.commentInHub(place, commentNo)}
      above={isFirstUnread && <UnreadLine />}
      onQuote={onQuote}
      below={
        <>
          <ReactionButton place={place} commentNo={commentNo} describedBy={textId} />
          <Button kind="quiet" aria-describedby={textId} onClick={() => onReply(comment)}>
            <ToolIcon name="reply" />
            {t('comments.reply')}
          </Button>
        </>
      }
      actions={
        <>
          {isYoung && canChangeComment(viewer, comment) && (
            <Button
              ref={editButton}
              kind="quiet"
              aria-describedby={textId}
              aria-expanded={open === 'edit'}
              onClick={() => setOpen('edit')}
            >
              {t('comments.edit')}
            </Button>
          )}
          {!isOwn && <CommentMenu hubNo={place.hubNo} comment={comment} />}
          {canDeleteComment(viewer, comment, note) && (
            <Button
              kind="quiet-danger"
              aria-describedby={textId}
              aria-expanded={open === 'delete'}
              onClick={() => setOpen('delete')}
            >
              {t('common.delete')}
            </Button>
          )}
        </>
      }
    >
      {open === 'edit' ? (
        <CommentEditor comment={comment} place={place} onDone={endEditing} />
      ) : (
        <CommentText id={textId} text={text} mentioned={comment.mentioned} />
      )}
      {open === 'delete' && (
        <Confirm
          question={t('comments.deleteAsk')}
          confirmLabel={t('common.delete')}
          busy={deleting.isPending}
          onConfirm={remove}
          onCancel={() => setOpen(keptEdit(place, comment) === '' ? null : 'edit')}
        />
      )}
      {open === 'delete' && deleting.error && <Message kind="error">{failureText(deleting.error)}</Message>}
    </CommentCard>
  )
})

/** Whether it can still be changed; the server has the last word. */
function useIsYoung(postedAt: string): boolean {
  const [isYoung, setYoung] = useState(() => remainingMs(postedAt) > 0)
  useEffect(() => {
    const timer = setTimeout(() => setYoung(false), Math.max(0, remainingMs(postedAt)))
    return () => clearTimeout(timer)
  }, [postedAt])
  return isYoung
}

function remainingMs(postedAt: string): number {
  return Date.parse(postedAt) + COMMENT_EDIT_MS - Date.now()
}
