import type { Failure } from '#client/platform/browser/ErrorBoundary.tsx'
import { Button } from './Button.tsx'
import { retryOf } from './failure.text.ts'
import { Message } from './Message.tsx'

/** In place of a part of a screen, such as a panel, that could not be loaded or rendered. */
export function FailedLine(failure: Failure) {
  const { text, retryLabel, busy, onRetry } = retryOf(failure)
  return (
    <Message kind="error">
      {text}{' '}
      <Button kind="quiet" busy={busy} onClick={onRetry}>
        {retryLabel}
      </Button>
    </Message>
  )
}
