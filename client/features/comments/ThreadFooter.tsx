import { useQueryClient } from '@tanstack/react-query'
import type { ComponentProps, RefObject } from 'react'
import { isMarked, type PassageGroup } from '#client/features/passages/passages.groups.ts'
import { inOneLine } from '#client/features/passages/quotes.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import type { PersonView } from '#protocol/accounts.ts'
import { type Passage, passageKey } from '#protocol/passages.ts'
import { CommentBox } from './CommentBox.tsx'
import type { Thread } from './comments.cache.ts'
import { type DraftOwner, setDraftTarget, useOutboxField, writeDraft } from './comments.drafts.ts'
import type { ReplyTarget } from './comments.outbox.ts'
import { sendDraft } from './comments.sendQueue.ts'
import { TypingIndicator, type TypingMember, useTypingMembers, useTypingReport } from './TypingIndicator.tsx'

interface ThreadFooterProps extends Omit<ComponentProps<typeof ThreadStatusBar>, 'typing'> {
  owner: DraftOwner
  thread: Thread | undefined
  box: RefObject<HTMLTextAreaElement | null>
  people: readonly PersonView[] | undefined
  onSent: () => void
  /** The passage whose conversation is open. A comment begun there is about it. */
  openGroup?: PassageGroup
  onClosePassage?: () => void
}

/** The status bar and the comment box. Typing re-renders this part only. */
export function ThreadFooter(props: ThreadFooterProps) {
  const { owner, thread, box, people, onSent, openGroup, onClosePassage, ...statusBar } = props
  const { hubNo, noteNo } = owner.place
  const cache = useQueryClient()
  const text = useOutboxField(owner, 'text')
  const replyTo = useOutboxField(owner, 'replyTo')
  const draftPassage = useOutboxField(owner, 'passage')
  const openPassage = openGroup?.passage
  const isOpenTarget = draftPassage !== undefined && isSame(draftPassage, openPassage)
  const isEmpty = text === '' && replyTo === undefined
  const passage = draftPassage ?? (isEmpty ? openPassage : undefined)
  const typing = useTypingMembers(hubNo, owner.userNo).filter(member => member.noteNo === noteNo)
  const { sendTyping, reset } = useTypingReport(hubNo, noteNo)

  function type(typed: string) {
    writeDraft(owner, typed, passage)
    // An emptied box follows the open passage again. A passage without highlights and comments is open only as the target.
    if (typed === '' && openGroup && isMarked(openGroup) && isOpenTarget) setDraftTarget(owner)
    if (typed.trim() !== '') sendTyping(passage)
  }
  function send(checked: string) {
    sendDraft(cache, owner, checked, { replyTo, passage })
    reset()
    box.current?.focus()
    onSent()
  }
  const hasOtherTarget = replyTo !== undefined || (draftPassage !== undefined && !isOpenTarget)
  function endTarget() {
    setDraftTarget(owner)
    box.current?.focus()
  }

  return (
    <>
      <ThreadStatusBar typing={typing} {...statusBar} />
      {replyTo && (
        <ReplyTargetRow
          replyTo={replyTo}
          isGone={thread?.goneNos?.includes(replyTo.commentNo) ?? false}
          onEnd={endTarget}
        />
      )}
      {passage && !isSame(passage, openPassage) && <PassageTargetRow passage={passage} onEnd={endTarget} />}
      {thread && (
        <CommentBox
          ref={box}
          label={t(passage ? 'passages.write' : 'comments.write')}
          sendLabel={t('comments.send')}
          value={text}
          onChange={type}
          onSend={send}
          {...(people && { people })}
          onEscape={hasOtherTarget ? endTarget : onClosePassage}
        />
      )}
    </>
  )
}

const isSame = (passage: Passage, other: Passage | undefined) =>
  other !== undefined && passageKey(passage) === passageKey(other)

interface ThreadStatusBarProps {
  typing: readonly TypingMember[]
  count: number
  /** Number of unseen comments. */
  unseenCount: number
  /** The unseen comments are above the visible part. */
  isAbove: boolean
  /** Scrolls to the first unseen comment, or to the end. */
  onJump: () => void
}

/** Has a fixed height, so that the thread does not move. */
function ThreadStatusBar({ typing, count, unseenCount, isAbove, onJump }: ThreadStatusBarProps) {
  return (
    <div className="thread-status">
      <TypingIndicator names={typing.map(({ userName }) => userName)} />
      {unseenCount > 0 && (
        <Button
          kind="primary"
          className="thread-status__jump"
          // On phones the button moves when the box loses the focus, and the click would miss it.
          onMouseDown={event => event.preventDefault()}
          onClick={onJump}
        >
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

/** The passage of the note that the comment will be about. */
function PassageTargetRow({ passage: { exact }, onEnd }: { passage: Passage; onEnd: () => void }) {
  return (
    <div className="reply-target reply-target--passage">
      <ToolIcon name="quote" />
      <p className="reply-target__text">
        <span className="visually-hidden">{t('passages.target')} </span>
        <q dir="auto">{inOneLine(exact)}</q>
      </p>
      <Button
        kind="quiet"
        className="reply-target__end"
        aria-label={t('passages.endTarget')}
        title={t('passages.endTarget')}
        onClick={onEnd}
      >
        <ToolIcon name="close" />
      </Button>
    </div>
  )
}
