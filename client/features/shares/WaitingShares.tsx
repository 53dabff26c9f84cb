import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { showToastAtom, toastsAtom } from '#client/ui/toasts.ts'
import { openPanelsAtom } from './shares.messages.ts'
import { takeBackShare, waitingSharesAtom } from './shares.waiting.ts'

/** What is about to be shared and is shown by no panel: one toast for all of it, on every screen. */
export function WaitingShares() {
  const waiting = useAtomValue(waitingSharesAtom)
  const panels = useAtomValue(openPanelsAtom)
  const showToast = useSetAtom(showToastAtom)
  const setToasts = useSetAtom(toastsAtom)

  // Who signs out can undo nothing any more.
  useEffect(() => () => setToasts(toasts => toasts.filter(({ action }) => !action)), [setToasts])

  const untold = waiting.filter(({ noteNo }) => !panels.has(noteNo))
  if (untold.length === 0) return null

  function takeBack() {
    for (const sharing of untold) takeBackShare(sharing)
    showToast({ text: t('shares.takenBack') })
  }

  const seconds = Math.min(...untold.map(({ secondsLeft }) => secondsLeft))
  return (
    <div className="toast">
      <span className="toast__text">
        {t('shares.waiting', { count: new Set(untold.map(({ hubNo }) => hubNo)).size })}{' '}
        {/* Read out each second it would drown everything else. */}
        <span aria-hidden="true">{t('shares.secondsLeft', { seconds })}</span>
      </span>
      <Button kind="quiet" className="toast__action" onClick={takeBack}>
        {t('common.undo')}
      </Button>
    </div>
  )
}
