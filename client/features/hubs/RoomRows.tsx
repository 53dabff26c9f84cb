import type { RefObject } from 'react'
import { useBlockedNos } from '#client/features/blocking/blocking.queries.ts'
import { useShortcut } from '#client/platform/browser/keyboard.ts'
import { moveRowFocus } from '#client/platform/browser/rowFocus.ts'
import type { HubView } from '#protocol/hubs.ts'
import type { HubListing } from './hubs.queries.ts'
import { nextRoom, previousRoom } from './hubs.state.ts'
import { RoomListRow } from './RoomListRow.tsx'
import { useStableRows } from './useStableRows.ts'

interface RoomRowsProps {
  hubs: HubView[]
  listing: HubListing
  /** Another page is being fetched. */
  isWaiting: boolean
  /** The room beside the list. */
  openHubNo: number | null
  /** The room that was just created, if any. */
  createdHubNo: number | null
  /** Called once the row of the created room has the focus. */
  onCreatedShown: () => void
  onAddFriends: (hub: HubView) => void
  onInvite: (hub: HubView) => void
}

/** The rows of a page. They keep their order while the pointer or the focus is among them. */
export function RoomRows({ hubs, listing, isWaiting, openHubNo, createdHubNo, ...on }: RoomRowsProps) {
  const stable = useStableRows(hubs)
  const blockedNos = useBlockedNos()
  useRoomKeys(stable.listProps.ref)

  return (
    <ul className="room-rows" onKeyDown={moveRowFocus} aria-busy={isWaiting} {...stable.listProps}>
      {stable.rows.map(({ hub, isGone }) => (
        <RoomListRow
          key={hub.hubNo}
          hub={hub}
          isGone={isGone}
          isOpen={hub.hubNo === openHubNo}
          isBesideRoom={openHubNo !== null}
          listing={listing}
          hasBlocked={hub.userNos.some(userNo => blockedNos.has(userNo))}
          isJustCreated={hub.hubNo === createdHubNo}
          onPinning={stable.allowReorder}
          onAddFriends={() => on.onAddFriends(hub)}
          onInvite={() => on.onInvite(hub)}
          onShown={on.onCreatedShown}
          onLeft={() => stable.removeRow(hub.hubNo)}
        />
      ))}
    </ul>
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
