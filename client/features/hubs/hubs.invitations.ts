import { getDefaultStore } from 'jotai'
import { completeCatalogue, t } from '#client/platform/language.ts'
import { onEvent } from '#client/platform/socket.ts'
import { showToastAtom } from '#client/ui/toasts.ts'

/** Says, on whichever screen, who took the user into a hub. Returns how to stop. */
export function announceInvitations(): () => void {
  return onEvent('hub:added', ({ invitedBy }) => {
    if (invitedBy === '') return
    const tell = () =>
      getDefaultStore().set(showToastAtom, { text: t('hubs.joinedNotice', { name: invitedBy }) })
    // The first page has not all sentences yet. Without this one the list of hubs tells it alone.
    completeCatalogue().then(tell, () => undefined)
  })
}
