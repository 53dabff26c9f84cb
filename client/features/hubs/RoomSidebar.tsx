import { useAtom } from 'jotai'
import type { RefObject } from 'react'
import { useShortcut } from '#client/platform/browser/keyboard.ts'
import { moveRowFocus } from '#client/platform/browser/rowFocus.ts'
import { t } from '#client/platform/language/language.ts'
import { ColumnPager } from '#client/ui/ColumnPager.tsx'
import { LoadFailure, SkeletonRows } from '#client/ui/ListStates.tsx'
import type { HubView } from '#protocol/hubs.ts'
import { HUBS_PER_PAGE } from '#protocol/limits.ts'
import { useHubOrder } from './HubListTools.tsx'
import { useHubPage } from './hubs.live.ts'
import { hubListAtom, nextRoom, previousRoom } from './hubs.state.ts'
import { RoomSidebarRow } from './RoomSidebarRow.tsx'
import { useStableRows } from './useStableRows.ts'

const ROW_PX = 80

/** Links to the rooms beside the open one. */
export function RoomSidebar({ hubNo }: { hubNo: number }) {
  const [{ curPageNo }, setHubList] = useAtom(hubListAtom)
  const [order] = useHubOrder()
  const friends = useHubPage({ page: curPageNo, order, onlyUnread: false })

  return (
    <nav className="room-sidebar no-print" aria-label={t('hubs.rail')}>
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
          labels={{ all: t('hubs.railPages'), before: t('hubs.railBefore'), after: t('hubs.railAfter') }}
          index={friends.data.pageIndex}
          onGo={page => setHubList(list => ({ ...list, curPageNo: page }))}
        />
      )}
    </nav>
  )
}

/** Rows keep their order while the pointer or the focus is among them. */
function Rows({ hubs, hubNo, isWaiting }: { hubs: HubView[]; hubNo: number; isWaiting: boolean }) {
  const stable = useStableRows<HTMLDivElement>(hubs)
  useRoomKeys(stable.listProps.ref)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of links, not of form fields
    <div role="group" onKeyDown={moveRowFocus} aria-busy={isWaiting} {...stable.listProps}>
      {stable.rows.map(({ hub, isGone }) => (
        <RoomSidebarRow key={hub.hubNo} hub={hub} isGone={isGone} isOpen={hub.hubNo === hubNo} />
      ))}
    </div>
  )
}

/** Shortcuts to the next and previous room of the list. */
function useRoomKeys(list: RefObject<HTMLElement | null>): void {
  function openAdjacent(step: 1 | -1) {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]:not([inert])') ?? [])]
    const at = rows.findIndex(row => row.ariaCurrent === 'page')
    rows[at + step]?.click()
  }
  useShortcut(nextRoom, () => openAdjacent(1))
  useShortcut(previousRoom, () => openAdjacent(-1))
}
