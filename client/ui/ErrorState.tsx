import type { ReactNode } from 'react'
import { t } from '#client/platform/language/language.ts'
import { Button } from './Button.tsx'
import { ManuscriptSheet } from './ManuscriptSheet.tsx'
import './states.css'

interface ErrorStateProps {
  /** What did not work. */
  children: ReactNode
  /** Without it there is nothing to try again. */
  onRetry?: () => void
  retryLabel?: string
  busy?: boolean
}

export function ErrorState({
  children,
  onRetry,
  retryLabel = t('common.retry'),
  busy = false,
}: ErrorStateProps) {
  return (
    <div className="state" role="alert">
      <ManuscriptSheet broken />
      <p className="state__sentence">{children}</p>
      {onRetry && (
        <Button busy={busy} onClick={onRetry}>
          {retryLabel}
        </Button>
      )}
    </div>
  )
}
