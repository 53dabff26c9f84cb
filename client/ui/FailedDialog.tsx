import type { Failure } from '#client/platform/browser/ErrorBoundary.tsx'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { ManuscriptSheet } from './ErrorState.tsx'
import { failureProps } from './FailedScreen.tsx'

/** Replaces a dialog that failed to load or render. */
export function FailedDialog({ onClose, ...failure }: Failure & { onClose: () => void }) {
  const { text, retryLabel, busy, onRetry } = failureProps(failure)
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
