import { useAtomValue, useSetAtom } from 'jotai'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { authAtom } from '#client/session/session.ts'
import { ActionMenu } from '#client/ui/ActionMenu.tsx'
import { showToastAtom } from '#client/ui/toasts.ts'
import type { HubView } from '#protocol/hubs.ts'
import { nameOfHub } from './hubs.members.ts'
import { type PreferenceChange, useUpdatePreferences } from './hubs.queries.ts'

/** Pins or mutes a room for the user only, with undo. */
export function RoomMenu({ hub, onPinning }: { hub: HubView; onPinning: () => void }) {
  const { userNo } = useAtomValue(authAtom)
  const showToast = useSetAtom(showToastAtom)
  const preferences = useUpdatePreferences()
  const { hubNo, isPinned = false, isMuted = false } = hub

  function changePreference(change: PreferenceChange, message: string) {
    const reverse = 'isMuted' in change ? { isMuted: !change.isMuted } : { isPinned: !change.isPinned }
    const showError = (error: Error) => showToast({ text: failureText(error) })
    const isPinning = 'isPinned' in change
    const undo = () => {
      if (isPinning) onPinning()
      preferences.mutate({ hubNo, ...reverse }, { onError: showError })
    }
    if (isPinning) onPinning()
    preferences.mutate(
      { hubNo, ...change },
      {
        onSuccess: () => showToast({ text: message, action: { label: t('common.undo'), run: undo } }),
        onError: showError,
      },
    )
  }

  return (
    <ActionMenu
      label={t('hubs.more', { name: nameOfHub(hub, userNo) })}
      actions={[
        {
          label: t(isPinned ? 'hubs.unpin' : 'hubs.pin'),
          icon: 'pin',
          run: () => changePreference({ isPinned: !isPinned }, t(isPinned ? 'hubs.unpinned' : 'hubs.pinned')),
        },
        {
          label: t(isMuted ? 'hubs.unmute' : 'hubs.mute'),
          icon: 'bellOff',
          run: () => changePreference({ isMuted: !isMuted }, t(isMuted ? 'hubs.unmuted' : 'hubs.muted')),
        },
      ]}
    />
  )
}
