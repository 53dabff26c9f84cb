import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Icon } from '#client/ui/Icon.tsx'
import type { PageIndex } from '#protocol/paging.ts'
import './columns.css'

const LABELS = {
  topics: { all: 'notes.topicPages', before: 'notes.topicsBefore', after: 'notes.topicsAfter' },
  notes: { all: 'notes.notePages', before: 'notes.notesBefore', after: 'notes.notesAfter' },
  rooms: { all: 'hubs.railPages', before: 'hubs.railBefore', after: 'hubs.railAfter' },
} as const

interface ColumnPagerProps {
  of: keyof typeof LABELS
  index: PageIndex
  onGo: (page: number) => void
}

/** Pagination of a side column. Its labels differ from those of the main column's page index. */
export function ColumnPager({ of, index, onGo }: ColumnPagerProps) {
  const { curPageNum, lastPageNum } = index
  if (lastPageNum === 1) return null
  const { all, before, after } = LABELS[of]
  return (
    <nav className="column-pager" aria-label={t(all)}>
      <Button
        kind="quiet"
        aria-label={t(before)}
        disabled={curPageNum === 1}
        onClick={() => onGo(curPageNum - 1)}
      >
        <Icon name="back" />
      </Button>
      <span className="column-pager__position">
        {curPageNum} / {lastPageNum}
      </span>
      <Button
        kind="quiet"
        className="column-pager__next"
        aria-label={t(after)}
        disabled={curPageNum === lastPageNum}
        onClick={() => onGo(curPageNum + 1)}
      >
        <Icon name="back" />
      </Button>
    </nav>
  )
}
