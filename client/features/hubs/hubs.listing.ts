import { atom, useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useMemo } from 'react'
import { readStored, writeStored } from '#client/platform/browser/storage.ts'
import { usePageParameter, useQueryParameters } from '#client/platform/router/navigation.tsx'
import { authAtom } from '#client/session/session.ts'
import { HUB_ORDERS, type HubOrder } from '#protocol/hubs.ts'
import type { HubListing } from './hubs.queries.ts'
import { hubListAtom } from './hubs.state.ts'

/** Page, filter and order of the room list, and how to change them. */
export interface HubListingControls {
  listing: HubListing
  goToPage: (page: number) => void
  /** Shows the first page of all rooms or of the unread ones. */
  filter: (onlyUnread: boolean) => void
  sort: (order: HubOrder) => void
}

/** The listing of the friends screen: page and filter are in the URL (`?only=unread`), the order is stored on the device. */
export function useUrlListing(): HubListingControls {
  const [query, goTo] = useQueryParameters()
  const { page, goToPage } = usePageParameter()
  const [order, chooseOrder] = useHubOrder()
  const setHubList = useSetAtom(hubListAtom)
  const onlyUnread = query.get('only') === 'unread'
  const listing = useMemo<HubListing>(() => ({ page, order, onlyUnread }), [page, order, onlyUnread])

  // The list beside a room shows the same rows.
  useEffect(() => {
    setHubList(list => ({ ...list, curPageNo: page, onlyUnread }))
  }, [page, onlyUnread, setHubList])

  function goToFirstPage(isUnreadOnly: boolean): void {
    goTo(new URLSearchParams(isUnreadOnly ? { only: 'unread' } : {}))
  }

  return {
    listing,
    goToPage,
    filter: goToFirstPage,
    sort(chosen) {
      chooseOrder(chosen)
      if (page !== 1) goToFirstPage(onlyUnread)
    },
  }
}

/** The listing beside a room, whose URL has the page of its notes. */
export function useStoredListing(): HubListingControls {
  const [{ curPageNo: page, onlyUnread }, setHubList] = useAtom(hubListAtom)
  const [order, chooseOrder] = useHubOrder()
  const listing = useMemo<HubListing>(() => ({ page, order, onlyUnread }), [page, order, onlyUnread])
  const goToPage = (curPageNo: number) => setHubList(list => ({ ...list, curPageNo }))
  return {
    listing,
    goToPage,
    filter: isUnreadOnly => setHubList(list => ({ ...list, curPageNo: 1, onlyUnread: isUnreadOnly })),
    sort(chosen) {
      chooseOrder(chosen)
      goToPage(1)
    },
  }
}

const chosenAtom = atom<{ userNo: number; order: HubOrder } | null>(null)

const keyOf = (userNo: number) => `hub_order/${userNo}`

/** Sort order of the rooms. The device stores it for each user. */
function useHubOrder(): [order: HubOrder, choose: (order: HubOrder) => void] {
  const { userNo } = useAtomValue(authAtom)
  const [chosen, setChosen] = useAtom(chosenAtom)

  function choose(order: HubOrder): void {
    setChosen({ userNo, order })
    writeStored(keyOf(userNo), order === 'talk' ? null : order)
  }

  return [chosen?.userNo === userNo ? chosen.order : storedOrder(userNo), choose]
}

function storedOrder(userNo: number): HubOrder {
  const stored = readStored(keyOf(userNo))
  return HUB_ORDERS.find(order => order === stored) ?? 'talk'
}
