import type { ReactNode } from 'react'
import type { Failure } from '#client/platform/browser/lazyComponent.tsx'
import { Button } from './Button.tsx'
import { failureProps } from './ErrorState.tsx'
import './Message.css'

interface MessageProps {
  /** Screen readers announce `error` at once, `status` after the current speech. */
  kind?: 'status' | 'error'
  /** Render the component without children while there is no message, so that screen readers announce the change. */
  children?: ReactNode
}

/** A one-line status or error message. */
export function Message({ kind = 'status', children }: MessageProps) {
  return (
    <p className={`message message--${kind}`} role={kind === 'error' ? 'alert' : 'status'}>
      {children}
    </p>
  )
}

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
