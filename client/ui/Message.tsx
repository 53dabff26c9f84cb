import type { ReactNode } from 'react'
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
