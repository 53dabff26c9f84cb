import { useAtomValue } from 'jotai'
import { unreadHubCountAtom } from '#client/live/unread.ts'
import { Skeleton } from '#client/ui/ListStates.tsx'
import './roomsOverview.css'

/** Number of unread rooms that the overview shows. */
export const ROOMS_SHOWN = 4

const NOTIFICATIONS_SHOWN = 4

/** Placeholder of the overview: a card for each unread room, and rows for the notifications. */
export function RoomsOverviewPending() {
  const unreadCount = useAtomValue(unreadHubCountAtom)
  return (
    <Skeleton className="rooms-overview rooms-overview--pending">
      {Array.from({ length: Math.min(unreadCount, ROOMS_SHOWN) }, (_, card) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the cards are all alike
        <div className="room-skeleton__row rooms-overview__pending-room" key={card} />
      ))}
      <div className="rooms-overview__pending-list">
        {Array.from({ length: NOTIFICATIONS_SHOWN }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
          <div className="room-skeleton__row" key={row} />
        ))}
      </div>
    </Skeleton>
  )
}
