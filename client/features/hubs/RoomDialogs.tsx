import { useAtomValue } from 'jotai'
import { authAtom } from '#client/session/session.ts'
import { Dialog } from '#client/ui/Dialog.tsx'
import type { HubView } from '#protocol/hubs.ts'
import { isAlone, nameOfHub } from './hubs.members.ts'
import type { HubListing } from './hubs.queries.ts'
import { LeaveConfirm, useLeaving } from './LeaveRoom.tsx'
import { RenameRoom } from './RenameRoom.tsx'

export type RoomDialog = 'rename' | 'leave'

interface RoomDialogsProps {
  dialog: RoomDialog
  hub: HubView
  listing: HubListing
  onLeft: () => void
  onClose: () => void
}

/** The dialogs of a room's menu. */
export function RoomDialogs({ dialog, hub, listing, onLeft, onClose }: RoomDialogsProps) {
  const { userNo } = useAtomValue(authAtom)
  const { leave, isLeaving } = useLeaving(listing, hub.hubNo)

  return (
    <Dialog open title={nameOfHub(hub, userNo)} onClose={onClose}>
      {dialog === 'rename' ? (
        <RenameRoom hubNo={hub.hubNo} name={hub.name ?? ''} onDone={onClose} />
      ) : (
        <LeaveConfirm
          isLast={isAlone(hub, userNo)}
          busy={isLeaving}
          onLeave={declines => void leave(declines, { onLeft, onFailed: onClose })}
          onCancel={onClose}
        />
      )}
    </Dialog>
  )
}
