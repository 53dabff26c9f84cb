import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { HubView } from '#protocol/hubs.ts'
import type { HubListing } from './hubs.queries.ts'
import { type RoomDialog, RoomDialogs } from './RoomDialogs.tsx'
import { RoomLink } from './RoomLink.tsx'
import { RoomMenu } from './RoomMenu.tsx'

interface RoomListRowProps {
  hub: HubView
  /** The user has left the room; the row is a placeholder. */
  isGone: boolean
  isOpen: boolean
  /** A room is beside the list. */
  isBesideRoom: boolean
  listing: HubListing
  /** The user has blocked a member. */
  hasBlocked: boolean
  /** The row is scrolled into view. */
  isJustCreated: boolean
  onShown: () => void
  /** Called before the room is pinned or unpinned. */
  onPinning: () => void
  onAddFriends: () => void
  onInvite: () => void
  onLeft: () => void
}

/** A room of the list with the menu of its actions. */
export function RoomListRow({
  hub,
  isGone,
  isOpen,
  isBesideRoom,
  listing,
  hasBlocked,
  isJustCreated,
  onShown,
  onPinning,
  onAddFriends,
  onInvite,
  onLeft,
}: RoomListRowProps) {
  const [dialog, setDialog] = useState<RoomDialog | null>(null)
  const row = useRef<HTMLLIElement>(null)
  const link = useRef<HTMLAnchorElement>(null)

  const show = useEffectEvent(() => {
    link.current?.focus({ preventScroll: true })
    row.current?.scrollIntoView({ block: 'center' })
    onShown()
  })
  useEffect(() => {
    if (isJustCreated) show()
  }, [isJustCreated])

  return (
    <li ref={row} className={`room-item ${isGone ? 'room-item--gone' : ''}`} inert={isGone}>
      <RoomLink
        ref={link}
        hub={hub}
        isGone={isGone}
        isOpen={isOpen}
        isBesideRoom={isBesideRoom}
        hasBlocked={hasBlocked}
      />
      <RoomMenu
        hub={hub}
        listing={listing}
        onPinning={onPinning}
        onAddFriends={onAddFriends}
        onInvite={onInvite}
        onDialog={setDialog}
      />
      {dialog !== null && (
        <RoomDialogs
          dialog={dialog}
          hub={hub}
          listing={listing}
          onLeft={onLeft}
          onClose={() => setDialog(null)}
        />
      )}
    </li>
  )
}
