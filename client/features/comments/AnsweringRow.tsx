import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import type { Answered } from './comments.outbox.ts'

interface AnsweringRowProps {
  answered: Answered
  /** It stands in the thread no more. */
  isGone: boolean
  onEnd: () => void
}

/** Above the box: what is going to be answered. */
export function AnsweringRow({ answered: { writer, line }, isGone, onEnd }: AnsweringRowProps) {
  return (
    <div className="answering">
      <ToolIcon name="reply" />
      <p className="answering__words">
        <b>{t('comments.replyingTo', { name: writer })}</b> {isGone ? t('comments.quoteGone') : line}
      </p>
      <Button kind="quiet" className="answering__end" aria-label={t('comments.endReply')} onClick={onEnd}>
        <ToolIcon name="close" />
      </Button>
    </div>
  )
}
