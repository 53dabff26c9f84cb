import type { ReactNode } from 'react'
import { ManuscriptSheet } from './ManuscriptSheet.tsx'
import './states.css'

interface EmptyStateProps {
  /** One sentence: what is not there yet, and what to do. */
  children: ReactNode
  /** A button or link that does it. */
  action?: ReactNode
}

export function EmptyState({ children, action }: EmptyStateProps) {
  return (
    <div className="state">
      <ManuscriptSheet />
      <p className="state__sentence">{children}</p>
      {action}
    </div>
  )
}
