import { getDefaultStore } from 'jotai'
import { t } from '#client/platform/language.ts'
import { onEvent } from '#client/platform/socket.ts'
import { showToastAtom } from '#client/ui/toasts.ts'

/** Says, on whichever screen, who took the user into a hub. Returns how to stop. */
export function announceInvitations(): () => void {
  return onEvent('hub:added', ({ invitedBy }) => {
    if (invitedBy === '') return
    getDefaultStore().set(showToastAtom, { text: t('hubs.joinedNotice', { name: invitedBy }) })
  })
}
