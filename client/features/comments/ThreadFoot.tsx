import { useQueryClient } from '@tanstack/react-query'
import type { ComponentProps, RefObject } from 'react'
import { t } from '#client/platform/language/language.ts'
import type { PersonView } from '#protocol/accounts.ts'
import { AnsweringRow } from './AnsweringRow.tsx'
import { CommentBox } from './CommentBox.tsx'
import type { Thread } from './comments.cache.ts'
import { answerWithDraft, sendDraft, writeDraft } from './comments.draft.ts'
import type { Whose } from './comments.sending.ts'
import { ThreadStatusBar } from './ThreadStatusBar.tsx'
import { useComposers, useComposingReport } from './useComposing.ts'
import { useOutboxPart } from './useOutbox.ts'

interface ThreadFootProps extends Omit<ComponentProps<typeof ThreadStatusBar>, 'composers'> {
  whose: Whose
  /** Undefined while it is not known. */
  thread: Thread | undefined
  box: RefObject<HTMLTextAreaElement | null>
  /** The other members, once they are known. */
  people: readonly PersonView[] | undefined
  /** Something was sent. */
  onSent: () => void
}

/** Below a thread: what goes on, and the box. With each key this alone is drawn anew, and not the thread. */
export function ThreadFoot({ whose, thread, box, people, onSent, ...strip }: ThreadFootProps) {
  const { hubNo, noteNo } = whose.place
  const cache = useQueryClient()
  const text = useOutboxPart(whose, 'text')
  const replyTo = useOutboxPart(whose, 'replyTo')
  const composers = useComposers(hubNo, noteNo, whose.userNo)
  const { sendTyping, beginAnew } = useComposingReport(hubNo, noteNo)

  function type(typed: string) {
    writeDraft(whose, typed)
    if (typed.trim() !== '') sendTyping()
  }
  function send(checked: string) {
    sendDraft(cache, whose, checked, replyTo)
    beginAnew()
    box.current?.focus()
    onSent()
  }

  return (
    <>
      <ThreadStatusBar composers={composers} {...strip} />
      {replyTo && (
        <AnsweringRow
          answered={replyTo}
          isGone={thread?.goneNos?.includes(replyTo.commentNo) ?? false}
          onEnd={() => {
            answerWithDraft(whose, null)
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
          onEscape={() => answerWithDraft(whose, null)}
        />
      )}
    </>
  )
}
