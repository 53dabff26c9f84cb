import { useAtomValue, useSetAtom } from 'jotai'
import { useUpdatePreferences } from '#client/features/hubs/hubs.queries.ts'
import { unreadNumbersAtom } from '#client/live/unread.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import type { Action } from '#client/ui/Dropdown.tsx'
import { showToastAtom } from '#client/ui/toasts.ts'

/** The form, question or dialog that the menu of a room opens. */
export type RoomPanel = 'rename' | 'invite' | 'leave'

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
  const mute = useMuteAction(hubNo)
  return [
    ...(isLoaded
      ? [{ label: t('common.rename'), icon: 'pen', run: () => onOpen('rename') } satisfies Action]
      : []),
    { label: t('invitations.open'), icon: 'link', run: () => onOpen('invite') },
    ...(onMarkAllRead
      ? [{ label: t('hubs.markAsRead'), icon: 'check', run: onMarkAllRead } satisfies Action]
      : []),
    mute,
    { label: t('hubs.leaveRoom'), icon: 'leave', isDangerous: true, run: () => onOpen('leave') },
  ]
}

/** Mutes or unmutes the room for the user only, with undo. */
function useMuteAction(hubNo: number): Action {
  const showToast = useSetAtom(showToastAtom)
  const preferences = useUpdatePreferences()
  const isMuted = useAtomValue(unreadNumbersAtom).get(hubNo)?.isMuted ?? false

  function change(isNowMuted: boolean, onSuccess?: () => void) {
    preferences.mutate(
      { hubNo, isMuted: isNowMuted },
      { ...(onSuccess && { onSuccess }), onError: error => showToast({ text: failureText(error) }) },
    )
  }

  return {
    label: t(isMuted ? 'hubs.unmute' : 'hubs.mute'),
    icon: isMuted ? 'bell' : 'bellOff',
    run: () =>
      change(!isMuted, () =>
        showToast({
          text: t(isMuted ? 'hubs.unmuted' : 'hubs.muted'),
          action: { label: t('common.undo'), run: () => change(isMuted) },
        }),
      ),
  }
}
