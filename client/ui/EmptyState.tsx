import type { ReactNode } from 'react'
import { ManuscriptSheet } from './ErrorState.tsx'

interface EmptyStateProps {
  /** One sentence: what is missing, and what to do. */
  children: ReactNode
  /** The button or link for it. */
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
