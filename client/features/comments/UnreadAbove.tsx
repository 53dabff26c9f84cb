import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Message } from '#client/ui/Message.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import { UNREAD_ID } from './UnreadLine.tsx'
import type { useUnreadAbove } from './useUnreadAbove.ts'

/** Stands for the line where that is further back than the thread is shown, and leads there. */
export function UnreadAbove({ count, above }: { count: number; above: ReturnType<typeof useUnreadAbove> }) {
  const { going, skipping } = above
  const error = going.error ?? skipping.error
  return (
    <div className="comments__unread-above" id={UNREAD_ID} tabIndex={-1}>
      <p>{t('comments.unreadAbove', { count })}</p>
      <div className="comments__unread-ways">
        <Button busy={going.isPending} onClick={() => going.mutate()}>
          <ToolIcon name="up" />
          {t('comments.toFirstUnread')}
        </Button>
        <Button kind="quiet" busy={skipping.isPending} onClick={() => skipping.mutate()}>
          {t('comments.countAsRead')}
        </Button>
      </div>
      {error && <Message kind="error">{failureText(error)}</Message>}
    </div>
  )
}
