import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { t } from '#client/platform/language.ts'
import { Button } from './Button.tsx'
import { ManuscriptSheet } from './ManuscriptSheet.tsx'
import './states.css'

interface ErrorStateProps {
  /** What did not work. */
  children: ReactNode
  /** Without it there is nothing to try again. */
  onRetry?: () => void
  busy?: boolean
}

export function ErrorState({ children, onRetry, busy = false }: ErrorStateProps) {
  const retry = useRef<HTMLButtonElement>(null)

  // Whoever tried again goes on at the screen's title, once what they asked for has taken the button's place.
  useLayoutEffect(() => {
    const button = retry.current
    return () => {
      if (button && document.activeElement === button) queueMicrotask(focusScreenTitle)
    }
  }, [])

  return (
    <div className="state" role="alert">
      <ManuscriptSheet broken />
      <p className="state__sentence">{children}</p>
      {onRetry && (
        <Button ref={retry} busy={busy} onClick={onRetry}>
          {t('common.retry')}
        </Button>
      )}
    </div>
  )
}

function focusScreenTitle() {
  document.querySelector('h1')?.focus({ preventScroll: true })
}
