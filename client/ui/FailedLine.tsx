import type { Failure } from '#client/platform/browser/ErrorBoundary.tsx'
import { Button } from './Button.tsx'
import { failureProps } from './FailedScreen.tsx'
import { Message } from './Message.tsx'

/** Replaces a part of a screen, such as a panel, that failed to load or render. */
export function FailedLine(failure: Failure) {
  const { text, retryLabel, busy, onRetry } = failureProps(failure)
  return (
    <Message kind="error">
      {text}{' '}
      <Button kind="quiet" busy={busy} onClick={onRetry}>
        {retryLabel}
      </Button>
    </Message>
  )
}
