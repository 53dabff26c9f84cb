import { useAtomValue } from 'jotai'
import { muteAction, usePreferenceChange } from '#client/features/hubs/usePreferenceChange.ts'
import { unreadNumbersAtom } from '#client/live/unread.ts'
import { t } from '#client/platform/language/language.ts'
import type { Action } from '#client/ui/Dropdown.tsx'

/** The form, question or dialog that the menu of a room opens. */
export type RoomPanel = 'rename' | 'invite' | 'feed' | 'leave'

interface RoomActionsOptions {
  hubNo: number
  /** The name of the room is known. */
  isLoaded: boolean
  /** Absent while nothing is unread. */
  onMarkAllRead: (() => void) | undefined
  onOpen: (panel: RoomPanel) => void
}

/** The actions in the menu of a room. */
export function useRoomActions({ hubNo, isLoaded, onMarkAllRead, onOpen }: RoomActionsOptions): Action[] {
  const changePreference = usePreferenceChange(hubNo)
  const isMuted = useAtomValue(unreadNumbersAtom).get(hubNo)?.isMuted ?? false
  return [
    ...(isLoaded
      ? [{ label: t('common.rename'), icon: 'pen', run: () => onOpen('rename') } satisfies Action]
      : []),
    { label: t('invitations.open'), icon: 'link', run: () => onOpen('invite') },
    ...(onMarkAllRead
      ? [{ label: t('hubs.markAsRead'), icon: 'check', run: onMarkAllRead } satisfies Action]
      : []),
    muteAction(isMuted, changePreference),
    { label: t('feeds.title'), icon: 'feed', run: () => onOpen('feed') },
    { label: t('hubs.leaveRoom'), icon: 'leave', isDangerous: true, run: () => onOpen('leave') },
  ]
}
