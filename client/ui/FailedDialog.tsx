import type { Failure } from '#client/platform/browser/ErrorBoundary.tsx'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { retryOf } from './failure.text.ts'
import { ManuscriptSheet } from './ManuscriptSheet.tsx'
import './states.css'

/** In place of a dialog that could not be loaded or rendered. */
export function FailedDialog({ onClose, ...failure }: Failure & { onClose: () => void }) {
  const { text, retryLabel, busy, onRetry } = retryOf(failure)
  return (
    <Dialog open title={text} onClose={onClose}>
      <div className="state">
        <ManuscriptSheet broken />
        <Button busy={busy} onClick={onRetry}>
          {retryLabel}
        </Button>
      </div>
    </Dialog>
  )
}
