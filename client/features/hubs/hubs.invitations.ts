import { getDefaultStore } from 'jotai'
import { onEvent } from '#client/live/eventBus.ts'
import { paths } from '#client/paths.ts'
import { completeCatalogue, t } from '#client/platform/language/language.ts'
import { showToastAtom } from '#client/ui/toasts.ts'
import type { HubView } from '#protocol/hubs.ts'

/** Shows a toast on every screen when somebody adds the user to a hub. Returns the unsubscribe function. */
export function announceInvitations(): () => void {
  return onEvent('hub:added', ({ hub, invitedBy }) => {
    // The first page has only a part of the texts. If loading the rest fails, only the hub list shows the new hub.
    if (invitedBy !== '')
      completeCatalogue().then(
        () => showInvitationToast(hub, invitedBy),
        () => undefined,
      )
  })
}

/** If the user has blocked a member, the toast says so and links to the list, where the user can leave unseen. */
async function showInvitationToast(hub: HubView, name: string): Promise<void> {
  const isWithBlocked = await includesBlockedUser(hub).catch(() => false)
  getDefaultStore().set(
    showToastAtom,
    isWithBlocked
      ? { text: t('blocking.invited', { name }), link: { label: t('blocking.toRooms'), to: paths.friends } }
      : { text: t('hubs.joinedNotice', { name }) },
  )
}

/** Loaded on demand, so that the first page does not include it. */
async function includesBlockedUser({ userNos }: HubView): Promise<boolean> {
  const { hasBlockedAny } = await import('#client/features/blocking/blocking.queries.ts')
  return hasBlockedAny(userNos)
}
