import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { showToastAtom, toastsAtom } from '#client/ui/toasts.ts'
import { openPanelsAtom } from './shares.messages.ts'
import { cancelPendingShare, pendingSharesAtom } from './shares.pending.ts'

/** One toast on every screen for all pending shares that no open panel shows. */
export function PendingSharesToast() {
  const pendingShares = useAtomValue(pendingSharesAtom)
  const panels = useAtomValue(openPanelsAtom)
  const showToast = useSetAtom(showToastAtom)
  const setToasts = useSetAtom(toastsAtom)

  // After sign-out there is nothing to undo.
  useEffect(() => () => setToasts(toasts => toasts.filter(({ action }) => !action)), [setToasts])

  const unannounced = pendingShares.filter(({ noteNo }) => !panels.has(noteNo))
  if (unannounced.length === 0) return null

  function cancelAll() {
    for (const sharing of unannounced) cancelPendingShare(sharing)
    showToast({ text: t('shares.takenBack') })
  }

  const seconds = Math.min(...unannounced.map(({ secondsLeft }) => secondsLeft))
  return (
    <div className="toast">
      <span className="toast__text">
        {t('shares.waiting', { count: new Set(unannounced.map(({ hubNo }) => hubNo)).size })}{' '}
        {/* A screen reader would announce it every second. */}
        <span aria-hidden="true">{t('shares.secondsLeft', { seconds })}</span>
      </span>
      <Button kind="quiet" className="toast__action" onClick={cancelAll}>
        {t('common.undo')}
      </Button>
    </div>
  )
}
