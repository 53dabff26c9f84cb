import { useAtom } from 'jotai'
import { moveRowFocus } from '#client/features/notes/list/rovingFocus.ts'
import { ColumnPager } from '#client/features/notes/workspace/ColumnPager.tsx'
import { t } from '#client/platform/language/language.ts'
import { LoadFailure } from '#client/ui/LoadFailure.tsx'
import { SkeletonRows } from '#client/ui/SkeletonRows.tsx'
import type { HubView } from '#protocol/hubs.ts'
import { HUBS_PER_PAGE } from '#protocol/limits.ts'
import { useHubOrder } from './hubOrder.ts'
import { useHubPage } from './hubs.live.ts'
import { hubListAtom } from './hubs.state.ts'
import { RailRow } from './RailRow.tsx'
import { useRoomKeys } from './useRoomKeys.ts'
import { useStableRows } from './useStableRows.ts'
import './roomRail.css'

const ROW_PX = 80

/** The rooms beside the one that is open: each a link to it, and nothing else that their own screen can do. */
export function RoomRail({ hubNo }: { hubNo: number }) {
  const [{ curPageNo }, setHubList] = useAtom(hubListAtom)
  const [order] = useHubOrder()
  const friends = useHubPage({ page: curPageNo, order, onlyUnread: false })

  return (
    <nav className="room-rail no-print" aria-label={t('hubs.rail')}>
      {friends.isPending && <SkeletonRows rows={HUBS_PER_PAGE} height={ROW_PX} />}
      {!friends.data && <LoadFailure query={friends} />}
      {friends.data && (
        <Rows
          key={friends.data.pageIndex.curPageNum}
          hubs={friends.data.hubs}
          hubNo={hubNo}
          isWaiting={friends.isPlaceholderData}
        />
      )}
      {friends.data && (
        <ColumnPager
          of="rooms"
          index={friends.data.pageIndex}
          onGo={page => setHubList(list => ({ ...list, curPageNo: page }))}
        />
      )}
    </nav>
  )
}

/** They change their places only while neither the pointer nor the focus is among them. */
function Rows({ hubs, hubNo, isWaiting }: { hubs: HubView[]; hubNo: number; isWaiting: boolean }) {
  const held = useStableRows<HTMLDivElement>(hubs)
  useRoomKeys(held.listProps.ref)
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows, and no fields
    <div role="group" onKeyDown={moveRowFocus} aria-busy={isWaiting} {...held.listProps}>
      {held.rows.map(({ hub, isGone }) => (
        <RailRow key={hub.hubNo} hub={hub} isGone={isGone} isOpen={hub.hubNo === hubNo} />
      ))}
    </div>
  )
}
