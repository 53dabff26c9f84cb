import { useAtomValue } from 'jotai'
import { unreadHubCountAtom } from '#client/live/unread.ts'
import { t } from '#client/platform/language/language.ts'
import { FilterChip } from '#client/ui/FilterChip.tsx'
import { shownCount } from '#client/ui/shownCount.ts'
import { HUB_ORDERS, type HubOrder } from '#protocol/hubs.ts'
import type { HubListing } from './hubs.queries.ts'

const LABELS = {
  talk: 'hubs.orderTalk',
  joined: 'hubs.orderJoined',
} as const satisfies Record<HubOrder, string>

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
      <select
        className="hub-tools__order"
        aria-label={t('hubs.order')}
        value={order}
        onChange={({ currentTarget }) => {
          const chosen = HUB_ORDERS.find(one => one === currentTarget.value)
          if (chosen) onOrder(chosen)
        }}
      >
        {HUB_ORDERS.map(one => (
          <option key={one} value={one}>
            {t(LABELS[one])}
          </option>
        ))}
      </select>
    </div>
  )
}
