import { useAtomValue } from 'jotai'
import { useHubPage } from '#client/features/hubs/hubs.live.ts'
import { allHubs } from '#client/features/hubs/hubs.queries.ts'
import { RoomSidebarRow } from '#client/features/hubs/RoomSidebarRow.tsx'
import { useStableRows } from '#client/features/hubs/useStableRows.ts'
import { unreadNumbersAtom } from '#client/live/unread.ts'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { Card } from '#client/ui/Card.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { LoadFailure } from '#client/ui/LoadFailure.tsx'
import { SkeletonRows } from '#client/ui/SkeletonRows.tsx'
import type { HubView } from '#protocol/hubs.ts'
import { HomeSection } from './HomeSection.tsx'
import './memberHome.css'

const ROOMS_SHOWN = 4
const ROW_PX = 78

/** The most recently active rooms, unread ones first. */
export function HomeRooms() {
  const rooms = useHubPage(allHubs)
  const hubs = rooms.data?.hubs
  return (
    <HomeSection
      id="home-rooms"
      title={t('home.rooms')}
      fullListLink={hubs?.length ? { to: paths.friends, label: t('home.allRooms') } : undefined}
    >
      <LoadFailure query={rooms} />
      {rooms.isPending && <SkeletonRows rows={ROOMS_SHOWN} height={ROW_PX} />}
      {hubs && hubs.length > 0 && <RoomRows hubs={hubs} />}
      {hubs?.length === 0 && (
        <EmptyState action={<ButtonLink to={paths.friends}>{t('home.firstFriends')}</ButtonLink>}>
          {t('home.noRooms')}
        </EmptyState>
      )}
    </HomeSection>
  )
}

/** The order stays while the pointer or the focus is inside the list. */
function RoomRows({ hubs }: { hubs: HubView[] }) {
  const unread = useAtomValue(unreadNumbersAtom)
  const isUnread = ({ hubNo }: HubView) => (unread.get(hubNo)?.numUnreadArticles ?? 0) > 0
  const sortedHubs = [...hubs.filter(isUnread), ...hubs.filter(hub => !isUnread(hub))].slice(0, ROOMS_SHOWN)
  const stableRows = useStableRows<HTMLDivElement>(sortedHubs)
  return (
    <Card padded={false} className="home-rooms">
      {/* biome-ignore lint/a11y/useSemanticElements: these are rows, not form fields */}
      <div role="group" aria-labelledby="home-rooms" {...stableRows.listProps}>
        {stableRows.rows.map(({ hub, isGone }) => (
          <RoomSidebarRow key={hub.hubNo} hub={hub} isGone={isGone} isOpen={false} />
        ))}
      </div>
    </Card>
  )
}
