import { useAtomValue } from 'jotai'
import { unreadHubCountAtom } from '#client/live/unread.ts'
import { t } from '#client/platform/language/language.ts'
import { FilterChip } from '#client/ui/FilterChip.tsx'
import { OrderSelect } from '#client/ui/OrderSelect.tsx'
import { shownCount } from '#client/ui/shownCount.ts'
import type { HubOrder } from '#protocol/hubs.ts'
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

/** Which rooms the list holds, and how they follow each other. */
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
        count={unreadCount > 0 ? shownCount(unreadCount) : undefined}
      >
        {t('hubs.unreadOnly')}
      </FilterChip>
      <OrderSelect label={t('hubs.order')} orders={orders()} chosen={order} onChoose={onOrder} />
    </div>
  )
}
