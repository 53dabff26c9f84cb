import { useAtomValue, useSetAtom } from 'jotai'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { authAtom } from '#client/session/session.ts'
import { ActionMenu } from '#client/ui/ActionMenu.tsx'
import { showToastAtom } from '#client/ui/toasts.ts'
import type { HubView } from '#protocol/hubs.ts'
import { nameOfHub } from './hubs.members.ts'
import { type Keeping, useKeepHub } from './useKeepHub.ts'

/** How one keeps a room, for oneself alone: on top of the list, silent. What was done can be undone. */
export function RoomMenu({ hub, onPinning }: { hub: HubView; onPinning: () => void }) {
  const { userNo } = useAtomValue(authAtom)
  const showToast = useSetAtom(showToastAtom)
  const keeping = useKeepHub()
  const { hubNo, isPinned = false, isMuted = false } = hub

  function keep(change: Keeping, told: string) {
    const undone = 'isMuted' in change ? { isMuted: !change.isMuted } : { isPinned: !change.isPinned }
    const fail = (error: Error) => showToast({ text: failureText(error) })
    const isPinning = 'isPinned' in change
    const undo = () => {
      if (isPinning) onPinning()
      keeping.mutate({ hubNo, ...undone }, { onError: fail })
    }
    if (isPinning) onPinning()
    keeping.mutate(
      { hubNo, ...change },
      {
        onSuccess: () => showToast({ text: told, action: { label: t('common.undo'), run: undo } }),
        onError: fail,
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
          run: () => keep({ isPinned: !isPinned }, t(isPinned ? 'hubs.unpinned' : 'hubs.pinned')),
        },
        {
          label: t(isMuted ? 'hubs.unmute' : 'hubs.mute'),
          icon: 'bellOff',
          run: () => keep({ isMuted: !isMuted }, t(isMuted ? 'hubs.unmuted' : 'hubs.muted')),
        },
      ]}
    />
  )
}
