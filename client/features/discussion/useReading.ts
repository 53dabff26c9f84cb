import { useShownUpTo } from '#client/ui/useShownUpTo.ts'
import { type DiscussionPage, newestOfOthers, shownAndWaiting } from './discussion.cache.ts'

/** What of a page is shown, and what waits while the reader is not at the top. */
export function useReading(page: DiscussionPage, isAtTop: boolean) {
  const place = useShownUpTo(page.pageIndex.curPageNum, newestOfOthers(page.notes), isAtTop)
  return { ...shownAndWaiting(page, place.shownUpTo), ...place }
}
