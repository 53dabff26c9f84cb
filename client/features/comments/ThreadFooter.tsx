import { useQueryClient } from '@tanstack/react-query'
import type { ComponentProps, RefObject } from 'react'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import type { PersonView } from '#protocol/accounts.ts'
import { CommentBox } from './CommentBox.tsx'
import type { Thread } from './comments.cache.ts'
import type { ReplyTarget } from './comments.outbox.ts'
import {
  type DraftOwner,
  sendDraft,
  setDraftReplyTo,
  useOutboxField,
  writeDraft,
} from './comments.sendQueue.ts'
import { TypingIndicator, useTypingNames, useTypingReport } from './TypingIndicator.tsx'

interface ThreadFooterProps extends Omit<ComponentProps<typeof ThreadStatusBar>, 'typingNames'> {
  owner: DraftOwner
  thread: Thread | undefined
  box: RefObject<HTMLTextAreaElement | null>
  people: readonly PersonView[] | undefined
  onSent: () => void
}

/** The status bar and the comment box. Typing re-renders this part only. */
export function ThreadFooter({ owner, thread, box, people, onSent, ...statusBarProps }: ThreadFooterProps) {
  const { hubNo, noteNo } = owner.place
  const cache = useQueryClient()
  const text = useOutboxField(owner, 'text')
  const replyTo = useOutboxField(owner, 'replyTo')
  const typingNames = useTypingNames(hubNo, noteNo, owner.userNo)
  const { sendTyping, reset } = useTypingReport(hubNo, noteNo)

  function type(typed: string) {
    writeDraft(owner, typed)
    if (typed.trim() !== '') sendTyping()
  }
  function send(checked: string) {
    sendDraft(cache, owner, checked, replyTo)
    reset()
    box.current?.focus()
    onSent()
  }

  return (
    <>
      <ThreadStatusBar typingNames={typingNames} {...statusBarProps} />
      {replyTo && (
        <ReplyTargetRow
          replyTo={replyTo}
          isGone={thread?.goneNos?.includes(replyTo.commentNo) ?? false}
          onEnd={() => {
            setDraftReplyTo(owner, null)
            box.current?.focus()
          }}
        />
      )}
      {thread && (
        <CommentBox
          ref={box}
          label={t('comments.write')}
          sendLabel={t('comments.send')}
          value={text}
          onChange={type}
          onSend={send}
          {...(people && { people })}
          onEscape={() => setDraftReplyTo(owner, null)}
        />
      )}
    </>
  )
}

interface ThreadStatusBarProps {
  typingNames: readonly string[]
  count: number
  /** Number of unseen comments. */
  unseenCount: number
  /** The unseen comments are above the visible part. */
  isAbove: boolean
  /** Scrolls to the first unseen comment, or to the end. */
  onJump: () => void
}

/** Has a fixed height, so that the thread does not move. */
function ThreadStatusBar({ typingNames, count, unseenCount, isAbove, onJump }: ThreadStatusBarProps) {
  return (
    <div className="thread-status">
      <TypingIndicator names={typingNames} />
      {unseenCount > 0 && (
        <Button kind="primary" className="thread-status__jump" onClick={onJump}>
          <ToolIcon name={isAbove ? 'up' : 'down'} />
          {t('comments.waiting', { count: unseenCount })}
        </Button>
      )}
      {unseenCount === 0 && count > 0 && (
        <Button className="thread-status__jump thread-status__jump--far" onClick={onJump}>
          {t('comments.count', { count })}
        </Button>
      )}
    </div>
  )
}

interface ReplyTargetRowProps {
  replyTo: ReplyTarget
  /** The comment was deleted. */
  isGone: boolean
  onEnd: () => void
}

function ReplyTargetRow({ replyTo: { writer, line }, isGone, onEnd }: ReplyTargetRowProps) {
  return (
    <div className="reply-target">
      <ToolIcon name="reply" />
      <p className="reply-target__text">
        <b>{t('comments.replyingTo', { name: writer })}</b> {isGone ? t('comments.quoteGone') : line}
      </p>
      <Button kind="quiet" className="reply-target__end" aria-label={t('comments.endReply')} onClick={onEnd}>
        <ToolIcon name="close" />
      </Button>
    </div>
  )
}
