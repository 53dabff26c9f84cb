import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { PageIndex } from '#client/ui/PageIndex.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import type { PageIndex as Pages } from '#protocol/paging.ts'

interface FeedFootProps {
  pageIndex: Pages
  onGo: (page: number) => void
  /** How many new notes the reader has not come to. */
  waitingCount: number
  onShowNew: () => void
  onReadAll: (() => void) | undefined
}

/** Where a room's other notes are: on other pages, further down, or all of them read at once. */
export function FeedFoot({ pageIndex, onGo, waitingCount, onShowNew, onReadAll }: FeedFootProps) {
  return (
    <div className="feed-foot">
      <PageIndex index={pageIndex} onGo={onGo} />
      {waitingCount > 0 && (
        <Button kind="primary" className="feed-foot__new" onClick={onShowNew}>
          <ToolIcon name="down" />
          {t('discussion.newNotes', { count: waitingCount })}
        </Button>
      )}
      {onReadAll && (
        <Button kind="quiet" className="feed-foot__all" onClick={onReadAll}>
          {t('hubs.markAsRead')}
        </Button>
      )}
    </div>
  )
}
