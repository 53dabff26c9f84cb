import { useSetAtom } from 'jotai'
import { memo, useEffect, useRef, useState } from 'react'
import { ReactionButton } from '#client/features/reactions/ReactionButton.tsx'
import { ReportDialog } from '#client/features/reports/ReportDialog.tsx'
import { paths } from '#client/paths.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t, useLanguage } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Confirm } from '#client/ui/Confirm.tsx'
import { type Action, ActionMenu } from '#client/ui/Dropdown.tsx'
import { Message } from '#client/ui/Message.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import { showToastAtom } from '#client/ui/toasts.ts'
import { canChangeComment, canDeleteComment, type Viewer } from '#protocol/access.ts'
import type { CommentView } from '#protocol/comments.ts'
import { COMMENT_EDIT_MS } from '#protocol/limits.ts'
import type { NoteView } from '#protocol/notes.ts'
import { CommentBox } from './CommentBox.tsx'
import { CommentCard, CommentText, UnreadLine } from './CommentCard.tsx'
import { readDraftEdit, saveDraftEdit } from './comments.drafts.ts'
import { useOtherMembers } from './comments.live.ts'
import { type ThreadPlace, useDeleteComment, useUpdateComment } from './comments.queries.ts'
import { commentId } from './useScrollToComment.ts'

interface CommentItemProps {
  comment: CommentView
  place: ThreadPlace
  note: NoteView
  viewer: Viewer
  /** Shows the unread divider above the comment. */
  isFirstUnread: boolean
  isFirstOfDay: boolean
  /** Continues the group of the comment above. */
  isFollowUp: boolean
  isHighlighted: boolean
  showsPassage?: boolean
  onQuote: (commentNo: number) => void
  onReply: (comment: CommentView) => void
}

/** Memoized, so that only changed comments of a long thread re-render. Pass stable props. */
export const CommentItem = memo(function CommentItem({
  comment,
  place,
  note,
  viewer,
  isFirstUnread,
  isFirstOfDay,
  isFollowUp,
  isHighlighted,
  showsPassage,
  onQuote,
  onReply,
}: CommentItemProps) {
  useLanguage()
  const { commentNo, text, writerNo, writer } = comment
  const isOwn = writerNo === viewer.userNo
  const [open, setOpen] = useState<'edit' | 'delete' | 'report' | null>(() =>
    isOwn && readDraftEdit(place, comment) !== '' ? 'edit' : null,
  )
  const isEditable = useIsEditable(comment.postedAt)
  const deleting = useDeleteComment(place)
  const card = useRef<HTMLLIElement>(null)
  const textId = commentId(commentNo)

  // Drop a draft edit that equals the saved text: the save succeeded but its response was lost.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once on mount; the editor handles later edits
  useEffect(() => {
    if (isOwn && open === null) saveDraftEdit(place, comment, '')
  }, [])

  function endEditing() {
    setOpen(null)
    // Keep the focus if the user has moved it elsewhere.
    if (!card.current?.contains(document.activeElement)) return
    card.current.querySelector<HTMLElement>('[aria-haspopup="menu"]')?.focus()
  }

  function remove() {
    const edit = readDraftEdit(place, comment)
    saveDraftEdit(place, comment, '')
    deleting.mutate(commentNo, { onError: () => saveDraftEdit(place, comment, edit) })
  }

  const menu: Action[] = [
    ...(isEditable && canChangeComment(viewer, comment)
      ? [{ label: t('comments.edit'), icon: 'pen', run: () => setOpen('edit') } satisfies Action]
      : []),
    ...(isOwn
      ? []
      : [{ label: t('reports.report'), icon: 'flag', run: () => setOpen('report') } satisfies Action]),
    ...(canDeleteComment(viewer, comment, note)
      ? [
          {
            label: t('common.delete'),
            icon: 'trash',
            isDangerous: true,
            run: () => setOpen('delete'),
          } satisfies Action,
        ]
      : []),
  ]

  return (
    <CommentCard
      ref={card}
      comment={comment}
      isOwn={isOwn}
      isHighlighted={isHighlighted}
      {...(showsPassage !== undefined && { showsPassage })}
      isFirstOfDay={isFirstOfDay}
      isFollowUp={isFollowUp}
      address={paths.commentInHub(place, commentNo)}
      divider={isFirstUnread && <UnreadLine />}
      onQuote={onQuote}
      actions={
        <>
          <ReactionButton place={place} commentNo={commentNo} describedBy={textId} />
          <Button
            kind="quiet"
            className="comment__tool"
            aria-describedby={textId}
            onClick={() => onReply(comment)}
          >
            <ToolIcon name="reply" />
            {t('comments.reply')}
          </Button>
          {menu.length > 0 && (
            <ActionMenu label={t('reports.moreAboutComment', { name: writer })} actions={menu} />
          )}
        </>
      }
    >
      {open === 'edit' ? (
        <CommentEditor comment={comment} place={place} onDone={endEditing} onReopen={() => setOpen('edit')} />
      ) : (
        <CommentText id={textId} text={text} mentioned={comment.mentioned} />
      )}
      {open === 'delete' && (
        <Confirm
          question={t('comments.deleteAsk')}
          confirmLabel={t('common.delete')}
          busy={deleting.isPending}
          onConfirm={remove}
          onCancel={() => setOpen(readDraftEdit(place, comment) === '' ? null : 'edit')}
        />
      )}
      {open === 'delete' && deleting.error && <Message kind="error">{failureText(deleting.error)}</Message>}
      {!isOwn && (
        <ReportDialog
          subject={{
            kind: 'comment',
            hubNo: place.hubNo,
            commentNo,
            text,
            person: { userNo: writerNo, userName: writer },
          }}
          open={open === 'report'}
          onClose={() => setOpen(null)}
        />
      )}
    </CommentCard>
  )
})

/** The server checks the time limit again. */
function useIsEditable(postedAt: string): boolean {
  const [isEditable, setEditable] = useState(() => remainingMs(postedAt) > 0)
  useEffect(() => {
    const timer = setTimeout(() => setEditable(false), Math.max(0, remainingMs(postedAt)))
    return () => clearTimeout(timer)
  }, [postedAt])
  return isEditable
}

function remainingMs(postedAt: string): number {
  return Date.parse(postedAt) + COMMENT_EDIT_MS - Date.now()
}

interface CommentEditorProps {
  comment: CommentView
  place: ThreadPlace
  onDone: () => void
  onReopen: () => void
}

/** Stores the text as a draft edit until it is saved or cancelled, also after unmount. */
function CommentEditor({ comment, place, onDone, onReopen }: CommentEditorProps) {
  const { commentNo } = comment
  const [draft] = useState(() => readDraftEdit(place, comment))
  /** Null until the user types: an edit saved on another device is shown instead of being reverted. */
  const [typed, setTyped] = useState(draft || null)
  const text = typed ?? comment.text
  const updating = useUpdateComment(place)
  const people = useOtherMembers(place.hubNo)
  const showToast = useSetAtom(showToastAtom)
  const rejection = updating.data?.success === false ? updating.data.message : undefined

  function type(changed: string) {
    setTyped(changed)
    saveDraftEdit(place, comment, changed === comment.text ? '' : changed)
  }

  function finish() {
    saveDraftEdit(place, comment, '')
    onDone()
  }

  function cancel() {
    const discarded = readDraftEdit(place, comment)
    finish()
    if (discarded === '') return
    const undo = () => {
      saveDraftEdit(place, comment, discarded)
      onReopen()
    }
    showToast({ text: t('comments.editDiscarded'), action: { label: t('common.undo'), run: undo } })
  }

  function save(changed: string) {
    if (changed === comment.text) return finish()
    const sent = readDraftEdit(place, comment)
    // Mutation callbacks do not run after unmount, so use the promise. Text that was typed during the request is
    // still unsaved.
    updating.mutateAsync({ commentNo, text: changed }).then(
      reply => reply.success && readDraftEdit(place, comment) === sent && finish(),
      () => {},
    )
  }

  return (
    <CommentBox
      label={t('comments.editLabel')}
      sendLabel={t('comments.save')}
      value={text}
      onChange={type}
      onSend={save}
      busy={updating.isPending}
      error={updating.error ? failureText(updating.error) : rejection}
      onEscape={cancel}
      autoFocus={draft === ''}
      {...(people && { people })}
    >
      <Button onClick={cancel}>{t('common.cancel')}</Button>
    </CommentBox>
  )
}
