import { useAtomValue, useSetAtom } from 'jotai'
import { useMemo } from 'react'
import { unreadOfHubAtom } from '#client/live/unread.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { authAtom } from '#client/session/session.ts'
import { type Action, ActionMenu } from '#client/ui/Dropdown.tsx'
import { showToastAtom } from '#client/ui/toasts.ts'
import type { HubView } from '#protocol/hubs.ts'
import { nameOfHub } from './hubs.members.ts'
import { type HubListing, useMarkAsRead } from './hubs.queries.ts'
import type { RoomDialog } from './RoomDialogs.tsx'
import { muteAction, usePreferenceChange } from './usePreferenceChange.ts'

interface RoomMenuProps {
  hub: HubView
  listing: HubListing
  /** Called before the room is pinned or unpinned. */
  onPinning: () => void
  onAddFriends: () => void
  onInvite: () => void
  onDialog: (dialog: RoomDialog) => void
}

/** All actions on a room of the list. */
export function RoomMenu({ hub, listing, onPinning, onAddFriends, onInvite, onDialog }: RoomMenuProps) {
  const { userNo } = useAtomValue(authAtom)
  const unread = useAtomValue(useMemo(() => unreadOfHubAtom(hub.hubNo), [hub.hubNo]))
  const showToast = useSetAtom(showToastAtom)
  const reading = useMarkAsRead(listing)
  const { hubNo, isPinned = false, isMuted = false } = hub
  const changePreference = usePreferenceChange(hubNo, onPinning)
  const showError = (error: Error) => showToast({ text: failureText(error) })

  const markAsRead: Action = {
    label: t('hubs.markAsRead'),
    icon: 'check',
    run: () => reading.mutate(hubNo, { onError: showError }),
  }

  return (
    <ActionMenu
      label={t('hubs.more', { name: nameOfHub(hub, userNo) })}
      actions={[
        ...(unread > 0 ? [markAsRead] : []),
        { label: t('hubs.addFriends'), icon: 'addPerson', run: onAddFriends },
        { label: t('invitations.open'), icon: 'link', run: onInvite },
        { label: t('common.rename'), icon: 'pen', run: () => onDialog('rename') },
        {
          label: t(isPinned ? 'hubs.unpin' : 'hubs.pin'),
          icon: 'pin',
          run: () =>
            void changePreference({ isPinned: !isPinned }, t(isPinned ? 'hubs.unpinned' : 'hubs.pinned')),
        },
        muteAction(isMuted, changePreference),
        { label: t('hubs.leave'), icon: 'leave', isDangerous: true, run: () => onDialog('leave') },
      ]}
    />
  )
}
