import { useIsAtTop } from '#client/ui/useIsAtTop.ts'
import { useShownUpTo } from '#client/ui/useShownUpTo.ts'
import { newestOfOthers, type ReadablePage, shownAndWaiting } from './discussion.cache.ts'

export type Reading = ReturnType<typeof useReading>

/** What of a page is shown, and what waits while the reader is not at the top; `mark` belongs to the top of the list. */
export function useReading(page: ReadablePage) {
  const { mark, isAtTop } = useIsAtTop()
  const place = useShownUpTo(page.pageIndex.curPageNum, newestOfOthers(page.notes), isAtTop)
  return { ...shownAndWaiting(page, place.shownUpTo), ...place, mark }
}
