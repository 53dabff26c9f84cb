import { useMemo } from 'react'
import { usePageInAddress } from '#client/platform/router/pageInAddress.ts'
import { useQueryInAddress } from '#client/platform/router/useQueryInAddress.ts'
import { useHubOrder } from './hubOrder.ts'
import type { HubListing } from './hubs.queries.ts'

/** Which rooms the friends screen lists: page and filter stand in the address (`?only=unread`), the order is this device's. */
export function useHubListing() {
  const [query, goTo] = useQueryInAddress()
  const { page, goToPage } = usePageInAddress()
  const [order, chooseOrder] = useHubOrder()
  const onlyUnread = query.get('only') === 'unread'
  const listing = useMemo<HubListing>(() => ({ page, order, onlyUnread }), [page, order, onlyUnread])

  function begin(unreadAlone: boolean): void {
    goTo(new URLSearchParams(unreadAlone ? { only: 'unread' } : {}))
  }

  return {
    listing,
    goToPage,
    /** Goes to the first page of all rooms, or of those in which something is unread. */
    filter: begin,
    order(chosen: HubListing['order']): void {
      chooseOrder(chosen)
      if (page !== 1) begin(onlyUnread)
    },
  }
}
