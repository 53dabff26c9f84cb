import { useMediaQuery } from '#client/platform/browser/device.ts'
import { lazyComponent } from '#client/platform/browser/lazyComponent.tsx'
import { lazyModule } from '#client/platform/browser/lazyModule.ts'
import { t } from '#client/platform/language/language.ts'
import { useCorrectedPage } from '#client/platform/router/navigation.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import type { HubPage } from '#protocol/hubs.ts'
import { useUrlListing } from './hubs.listing.ts'
import { useHubPage } from './hubs.live.ts'
import { TWO_PANES } from './hubs.state.ts'
import { RoomList } from './RoomList.tsx'
import { RoomsOverviewPending } from './RoomsOverviewPending.tsx'
import { useListScroll } from './useListScroll.ts'
import './roomsWorkspace.css'

/** It is absent if loading fails. */
const RoomsOverview = lazyComponent(
  lazyModule(() => import('./RoomsOverview.tsx').then(part => part.RoomsOverview)),
  null,
)

const hasRooms = ({ hubs, pageIndex }: HubPage) => hubs.length > 0 || pageIndex.lastPageNum > 1

/** The room list. A wide window shows what is new beside it. */
export function FriendsScreen() {
  const controls = useUrlListing()
  const friends = useHubPage(controls.listing)
  const isWide = useMediaQuery(TWO_PANES)
  const scroller = useListScroll(friends.data !== undefined)
  useCorrectedPage(friends.isPlaceholderData ? undefined : friends.data?.pageIndex)

  return (
    <div className={isWide ? 'rooms-workspace' : undefined}>
      <section ref={scroller} className={isWide ? 'rooms-workspace__sidebar' : undefined}>
        <RoomList
          title={<ScreenTitle title={t('hubs.title')} />}
          controls={controls}
          friends={friends}
          openHubNo={null}
        />
      </section>
      {isWide && (
        <div className="rooms-workspace__room">
          {friends.isPending && <RoomsOverviewPending />}
          {friends.data && (
            <RoomsOverview
              hasRooms={hasRooms(friends.data) || controls.listing.onlyUnread}
              pending={<RoomsOverviewPending />}
            />
          )}
        </div>
      )}
    </div>
  )
}
