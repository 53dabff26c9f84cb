import { useAtomValue, useSetAtom } from 'jotai'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { authAtom } from '#client/session/session.ts'
import { Dialog } from '#client/ui/Dialog.tsx'
import { NameForm } from '#client/ui/NameForm.tsx'
import { showToastAtom } from '#client/ui/toasts.ts'
import type { HubView } from '#protocol/hubs.ts'
import { HUB_NAME_MAX } from '#protocol/limits.ts'
import { isAlone, nameOfHub } from './hubs.members.ts'
import { type HubListing, useLeaveHub, useRenameHub } from './hubs.queries.ts'
import { LeaveConfirm } from './LeaveRoom.tsx'

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
  const showToast = useSetAtom(showToastAtom)
  const naming = useRenameHub()
  const leaving = useLeaveHub(listing)

  /** Mutation callbacks do not run after unmount, and an event may remove the row before the response. */
  async function leave(declineInvitations: boolean) {
    try {
      await leaving.mutateAsync({ targetHubNo: hub.hubNo, declineInvitations })
      onLeft()
    } catch (error) {
      onClose()
      showToast({ text: failureText(error) })
    }
  }

  return (
    <Dialog open title={nameOfHub(hub, userNo)} onClose={onClose}>
      {dialog === 'rename' ? (
        <NameForm
          label={t('hubs.name')}
          hint={t('hubs.nameHint')}
          name={hub.name ?? ''}
          max={HUB_NAME_MAX}
          check={typed => typed.trim()}
          saving={naming}
          onSave={name => naming.mutate({ hubNo: hub.hubNo, name }, { onSuccess: onClose })}
          onDone={onClose}
        />
      ) : (
        <LeaveConfirm
          isLast={isAlone(hub, userNo)}
          busy={leaving.isPending}
          onLeave={declines => void leave(declines)}
          onCancel={onClose}
        />
      )}
    </Dialog>
  )
}
