import { Button } from '#client/ui/Button.tsx'
import { Icon } from '#client/ui/Icon.tsx'
import type { PageIndex } from '#protocol/paging.ts'
import './ColumnPager.css'

interface ColumnPagerProps {
  /** Names of the landmark and of its two buttons. */
  labels: { all: string; before: string; after: string }
  index: PageIndex
  onGo: (page: number) => void
}

/** Pagination of a side column. Its labels differ from those of the main column's page index. */
export function ColumnPager({ labels, index, onGo }: ColumnPagerProps) {
  const { curPageNum, lastPageNum } = index
  if (lastPageNum === 1) return null
  return (
    <nav className="column-pager" aria-label={labels.all}>
      <Button
        kind="quiet"
        aria-label={labels.before}
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
        aria-label={labels.after}
        disabled={curPageNum === lastPageNum}
        onClick={() => onGo(curPageNum + 1)}
      >
        <Icon name="back" />
      </Button>
    </nav>
  )
}
