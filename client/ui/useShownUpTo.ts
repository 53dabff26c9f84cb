import { useState } from 'react'

interface Place {
  pageNo: number
  /** Others' items up to this number are shown; newer ones wait. */
  shownUpTo: number
  /** The newest item of others that the page has brought so far. */
  newest: number
  /** Items after this one came while the page was open. */
  openedAt: number
}

/**
 * Up to which number the items of others are shown, of a list whose newer items have higher numbers. What is new is shown
 * at once while the reader `follows` and nothing waits; otherwise it waits until they ask for it, so that nothing
 * moves under their eyes. `newest` is 0 for a list without items of others.
 */
export function useShownUpTo(pageNo: number, newest: number, follows: boolean) {
  const [place, setPlace] = useState<Place>({ pageNo, shownUpTo: newest, newest, openedAt: newest })

  if (place.pageNo !== pageNo) setPlace({ pageNo, shownUpTo: newest, newest, openedAt: newest })
  else if (place.newest !== newest) {
    const shows = follows && place.shownUpTo >= place.newest
    setPlace({ ...place, newest, shownUpTo: shows ? newest : Math.min(place.shownUpTo, newest) })
  }

  return {
    shownUpTo: place.shownUpTo,
    openedAt: place.openedAt,
    showWaiting: () => setPlace({ ...place, shownUpTo: newest }),
  }
}
