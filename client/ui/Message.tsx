import type { ReactNode } from 'react'
import './Message.css'

interface MessageProps {
  /** `error` interrupts a screen reader; `status` waits its turn. */
  kind?: 'status' | 'error'
  /** Keep the message on the screen without children while there is nothing to say: then its change is read out. */
  children?: ReactNode
}

/** One line on how things stand. */
export function Message({ kind = 'status', children }: MessageProps) {
  return (
    <p className={`message message--${kind}`} role={kind === 'error' ? 'alert' : 'status'}>
      {children}
    </p>
  )
}
