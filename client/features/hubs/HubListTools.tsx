import { atom, useAtom, useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { unreadHubCountAtom } from '#client/live/unread.ts'
import { readStored, writeStored } from '#client/platform/browser/storage.ts'
import { t } from '#client/platform/language/language.ts'
import { usePageParameter, useQueryParameters } from '#client/platform/router/navigation.tsx'
import { authAtom } from '#client/session/session.ts'
import { formatBadgeCount } from '#client/ui/Badge.tsx'
import { ChoiceSelect, FilterChip } from '#client/ui/ListFilters.tsx'
import { HUB_ORDERS, type HubOrder } from '#protocol/hubs.ts'
import type { HubListing } from './hubs.queries.ts'

const orders = (): Record<HubOrder, string> => ({
  talk: t('hubs.orderTalk'),
  joined: t('hubs.orderJoined'),
})

interface HubListToolsProps {
  listing: HubListing
  onFilter: (onlyUnread: boolean) => void
  onOrder: (order: HubOrder) => void
}

/** Filter and sort order of the room list. */
export function HubListTools({ listing, onFilter, onOrder }: HubListToolsProps) {
  const unreadCount = useAtomValue(unreadHubCountAtom)
  const { onlyUnread, order } = listing
  return (
    <div className="hub-tools">
      <FilterChip isOn={!onlyUnread} onChoose={() => onFilter(false)}>
        {t('hubs.all')}
      </FilterChip>
      <FilterChip
        isOn={onlyUnread}
        onChoose={() => onFilter(true)}
        count={unreadCount > 0 ? formatBadgeCount(unreadCount) : undefined}
      >
        {t('hubs.unreadOnly')}
      </FilterChip>
      <ChoiceSelect label={t('hubs.order')} choices={orders()} chosen={order} onChoose={onOrder} />
    </div>
  )
}

/**
 * The listing of the friends screen: page and filter are in the URL (`?only=unread`), the order is stored on
 * the device.
 */
export function useHubListing() {
  const [query, goTo] = useQueryParameters()
  const { page, goToPage } = usePageParameter()
  const [order, chooseOrder] = useHubOrder()
  const onlyUnread = query.get('only') === 'unread'
  const listing = useMemo<HubListing>(() => ({ page, order, onlyUnread }), [page, order, onlyUnread])

  function goToFirstPage(isUnreadOnly: boolean): void {
    goTo(new URLSearchParams(isUnreadOnly ? { only: 'unread' } : {}))
  }

  return {
    listing,
    goToPage,
    /** Shows the first page of all rooms or of the unread ones. */
    filter: goToFirstPage,
    order(chosen: HubListing['order']): void {
      chooseOrder(chosen)
      if (page !== 1) goToFirstPage(onlyUnread)
    },
  }
}

const chosenAtom = atom<{ userNo: number; order: HubOrder } | null>(null)

const keyOf = (userNo: number) => `hub_order/${userNo}`

/** Sort order of the rooms. The device stores it for each user. */
export function useHubOrder(): [order: HubOrder, choose: (order: HubOrder) => void] {
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
