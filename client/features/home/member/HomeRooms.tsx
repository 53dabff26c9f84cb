import { useAtomValue } from 'jotai'
import { useHubPage } from '#client/features/hubs/hubs.live.ts'
import { allHubs } from '#client/features/hubs/hubs.queries.ts'
import { RailRow } from '#client/features/hubs/RailRow.tsx'
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
import '#client/features/hubs/roomRail.css'
import './homeRooms.css'

const ROOMS_SHOWN = 4
const ROW_PX = 78

/** The rooms in which something happened last: first those with something unread. */
export function HomeRooms() {
  const rooms = useHubPage(allHubs)
  const hubs = rooms.data?.hubs
  return (
    <HomeSection
      id="home-rooms"
      title={t('home.rooms')}
      more={hubs?.length ? { to: paths.friends, label: t('home.allRooms') } : undefined}
    >
      <LoadFailure query={rooms} />
      {rooms.isPending && <SkeletonRows rows={ROOMS_SHOWN} height={ROW_PX} />}
      {hubs && hubs.length > 0 && <Rows hubs={hubs} />}
      {hubs?.length === 0 && (
        <EmptyState action={<ButtonLink to={paths.friends}>{t('home.firstFriends')}</ButtonLink>}>
          {t('home.noRooms')}
        </EmptyState>
      )}
    </HomeSection>
  )
}

/** They change their places only while neither the pointer nor the focus is among them. */
function Rows({ hubs }: { hubs: HubView[] }) {
  const unread = useAtomValue(unreadNumbersAtom)
  const isUnread = ({ hubNo }: HubView) => (unread.get(hubNo)?.numUnreadArticles ?? 0) > 0
  const first = [...hubs.filter(isUnread), ...hubs.filter(hub => !isUnread(hub))].slice(0, ROOMS_SHOWN)
  const held = useStableRows<HTMLDivElement>(first)
  return (
    <Card padded={false} className="home-rooms">
      {/* biome-ignore lint/a11y/useSemanticElements: rows, and no fields */}
      <div role="group" aria-labelledby="home-rooms" {...held.listProps}>
        {held.rows.map(({ hub, isGone }) => (
          <RailRow key={hub.hubNo} hub={hub} isGone={isGone} isOpen={false} />
        ))}
      </div>
    </Card>
  )
}
