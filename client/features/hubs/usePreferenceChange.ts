import { useSetAtom } from 'jotai'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import type { Action } from '#client/ui/Dropdown.tsx'
import { showToastAtom } from '#client/ui/toasts.ts'
import { type PreferenceChange, useUpdatePreferences } from './hubs.queries.ts'

/**
 * Returns a function that changes a preference of the user only, and then shows `message` with undo. Mutation callbacks do not run after
 * unmount, and the change may move the row to another page, hence the promises. `onPinning`: called before the room is pinned or unpinned.
 */
export function usePreferenceChange(hubNo: number, onPinning?: () => void) {
  const showToast = useSetAtom(showToastAtom)
  const preferences = useUpdatePreferences()

  async function update(change: PreferenceChange): Promise<boolean> {
    if ('isPinned' in change) onPinning?.()
    try {
      await preferences.mutateAsync({ hubNo, ...change })
      return true
    } catch (error) {
      showToast({ text: failureText(error) })
      return false
    }
  }

  return async (change: PreferenceChange, message: string): Promise<void> => {
    const reverse = 'isMuted' in change ? { isMuted: !change.isMuted } : { isPinned: !change.isPinned }
    if (!(await update(change))) return
    const stateKey = `hub ${hubNo} ${Object.keys(reverse)}`
    showToast({
      text: message,
      stateKey,
      action: { label: t('common.undo'), run: () => void update(reverse) },
    })
  }
}

/** Mutes or unmutes the room. */
export function muteAction(isMuted: boolean, change: ReturnType<typeof usePreferenceChange>): Action {
  return {
    label: t(isMuted ? 'hubs.unmute' : 'hubs.mute'),
    icon: isMuted ? 'bell' : 'bellOff',
    run: () => void change({ isMuted: !isMuted }, t(isMuted ? 'hubs.unmuted' : 'hubs.muted')),
  }
}
