import type { ReactNode } from 'react'
import { t } from '#client/platform/language/language.ts'
import { Button } from './Button.tsx'
import './states.css'

interface ErrorStateProps {
  /** The cause of the failure. */
  children: ReactNode
  /** Without it there is no button. */
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

/** The illustration of empty and error states: a corner of a manuscript sheet with the beginning of a stroke. */
export function ManuscriptSheet({ broken = false }: { broken?: boolean }) {
  return (
    <svg className="state__sheet" viewBox="0 0 112 64" aria-hidden="true">
      <path d="M2 2h108M2 62h108M2 6h108v24H2zM2 34h108v24H2zM29 6v24M56 6v24M83 6v24M29 34v24M56 34v24M83 34v24" />
      <path
        className={`state__stroke ${broken ? 'state__stroke--broken' : ''}`}
        d={broken ? 'M9 18h5M18 18h4' : 'M9 12h13v12'}
      />
    </svg>
  )
}
