import { useState } from 'react'
import { newestOfOthers, type ReadablePage, shownAndWaiting } from './discussion.cache.ts'
import { useIsAtTop } from './useIsAtTop.ts'

interface Place {
  pageNo: number
  /** Others' shares up to this `seq` are shown; newer ones wait. */
  shownUpTo: number
  /** The newest share of others that the page has brought so far. */
  newest: number
  /** Shares after this one came while the page was open. */
  openedAt: number
}

export type Reading = ReturnType<typeof useReading>

/**
 * What of a page is shown. What others share comes in at once while the reader is at the top and nothing waits;
 * otherwise it waits until they ask for it, so that nothing moves under their eyes. `mark` belongs to the top of the list.
 */
export function useReading(page: ReadablePage) {
  const { mark, isAtTop } = useIsAtTop()
  const pageNo = page.pageIndex.curPageNum
  const newest = newestOfOthers(page.notes)
  const [place, setPlace] = useState<Place>({ pageNo, shownUpTo: newest, newest, openedAt: newest })

  if (place.pageNo !== pageNo) setPlace({ pageNo, shownUpTo: newest, newest, openedAt: newest })
  else if (place.newest !== newest) {
    const follows = isAtTop && place.shownUpTo >= place.newest
    setPlace({ ...place, newest, shownUpTo: follows ? newest : Math.min(place.shownUpTo, newest) })
  }

  return {
    ...shownAndWaiting(page, place.shownUpTo),
    mark,
    shownUpTo: place.shownUpTo,
    openedAt: place.openedAt,
    showWaiting: () => setPlace({ ...place, shownUpTo: newest }),
  }
}
