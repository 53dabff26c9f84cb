import { getDefaultStore } from 'jotai'
import { onEvent } from '#client/live/eventBus.ts'
import { paths } from '#client/paths.ts'
import { completeCatalogue, t } from '#client/platform/language/language.ts'
import { showToastAtom } from '#client/ui/toasts.ts'
import type { HubView } from '#protocol/hubs.ts'

/** Says, on whichever screen, who took the user into a hub. Returns how to stop. */
export function announceInvitations(): () => void {
  return onEvent('hub:added', ({ hub, invitedBy }) => {
    // The first page has not all sentences yet. Without this one the list of hubs tells it alone.
    if (invitedBy !== '')
      completeCatalogue().then(
        () => tell(hub, invitedBy),
        () => undefined,
      )
  })
}

/** Where the user may meet somebody whom they have blocked, it says so, and leads to where they can leave unseen. */
async function tell(hub: HubView, name: string): Promise<void> {
  const isWithBlocked = await hasBlockedOneIn(hub).catch(() => false)
  getDefaultStore().set(
    showToastAtom,
    isWithBlocked
      ? { text: t('blocking.invited', { name }), link: { label: t('blocking.toRooms'), to: paths.friends } }
      : { text: t('hubs.joinedNotice', { name }) },
  )
}

/** Fetched only now: the first page does without the calls of this feature. */
async function hasBlockedOneIn({ userNos }: HubView): Promise<boolean> {
  const { hasBlockedOneOf } = await import('#client/features/blocking/blocking.invited.ts')
  return hasBlockedOneOf(userNos)
}
