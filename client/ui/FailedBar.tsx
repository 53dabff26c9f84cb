import { createPortal } from 'react-dom'
import type { Failure } from '#client/platform/browser/ErrorBoundary.tsx'
import { Button } from './Button.tsx'
import { retryOf } from './failure.text.ts'
import './FailedBar.css'

/** For a part of the header or over the screen: floats below the header's bar, so that the page stays usable. */
export function FailedBar(failure: Failure) {
  const { text, retryLabel, busy, onRetry } = retryOf(failure)
  return createPortal(
    <div className="failed-bar no-print" role="alert">
      {text}
      <Button kind="quiet" busy={busy} onClick={onRetry}>
        {retryLabel}
      </Button>
    </div>,
    document.body,
  )
}
