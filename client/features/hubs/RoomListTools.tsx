import { useAtomValue } from 'jotai'
import { unreadHubCountAtom } from '#client/live/unread.ts'
import { t } from '#client/platform/language/language.ts'
import { formatBadgeCount } from '#client/ui/Badge.tsx'
import { ChoiceSelect, FilterChip } from '#client/ui/ListFilters.tsx'
import type { HubOrder } from '#protocol/hubs.ts'
import type { HubListingControls } from './hubs.listing.ts'

const orders = (): Record<HubOrder, string> => ({
  talk: t('hubs.orderTalk'),
  joined: t('hubs.orderJoined'),
})

/** Filter and sort order of the room list. */
export function RoomListTools({ listing, filter, sort }: HubListingControls) {
  const unreadCount = useAtomValue(unreadHubCountAtom)
  const { onlyUnread, order } = listing
  return (
    <div className="room-tools">
      <FilterChip isOn={!onlyUnread} onChoose={() => filter(false)}>
        {t('hubs.all')}
      </FilterChip>
      <FilterChip
        isOn={onlyUnread}
        onChoose={() => filter(true)}
        count={unreadCount > 0 ? formatBadgeCount(unreadCount) : undefined}
      >
        {t('hubs.unreadOnly')}
      </FilterChip>
      <ChoiceSelect label={t('hubs.order')} choices={orders()} chosen={order} onChoose={sort} />
    </div>
  )
}
