import { t } from '#client/platform/language/language.ts'
import { useStoredListing } from './hubs.listing.ts'
import { useHubPage } from './hubs.live.ts'
import { RoomList } from './RoomList.tsx'
import { useListScroll } from './useListScroll.ts'
import './roomsWorkspace.css'

/** The room list beside the open room, as on the friends screen. */
export function RoomSidebar({ hubNo }: { hubNo: number }) {
  const controls = useStoredListing()
  const friends = useHubPage(controls.listing)
  const scroller = useListScroll(friends.data !== undefined)

  return (
    <nav ref={scroller} className="rooms-workspace__sidebar no-print" aria-label={t('hubs.rail')}>
      <RoomList
        title={<h2 className="screen-title">{t('hubs.title')}</h2>}
        controls={controls}
        friends={friends}
        openHubNo={hubNo}
        pagesLabel={t('hubs.railPages')}
      />
    </nav>
  )
}
