import { atom, useAtom } from 'jotai'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import type { Failure } from '#client/platform/browser/lazyComponent.tsx'
import { LazyLoadError } from '#client/platform/browser/lazyModule.ts'
import { reloadPage } from '#client/platform/browser/serviceWorker.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'
import './ErrorState.css'

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
      <ManuscriptSheet />
      <p className="state__sentence">{children}</p>
      {onRetry && (
        <Button busy={busy} onClick={onRetry}>
          {retryLabel}
        </Button>
      )}
    </div>
  )
}

/** The illustration of failures: a corner of a manuscript sheet with a broken stroke. */
export function ManuscriptSheet() {
  return (
    <svg className="state__sheet" viewBox="0 0 112 64" aria-hidden="true">
      <path d="M2 2h108M2 62h108M2 6h108v24H2zM2 34h108v24H2zM29 6v24M56 6v24M83 6v24M29 34v24M56 34v24M83 34v24" />
      <path className="state__stroke" d="M9 18h5M18 18h4" />
    </svg>
  )
}

/** Replaces a screen that failed to load or render. */
export function FailedScreen(failure: Failure) {
  const { text, ...button } = failureProps(failure)
  return (
    <>
      <h1 className="visually-hidden">{t('common.appName')}</h1>
      <ErrorState {...button}>{text}</ErrorState>
    </>
  )
}

/** The message and the button of a failed component. The button reloads the page if a retry would fail again. */
export function failureProps({ error, isRetrying, retry }: Failure) {
  const isLoadError = error instanceof LazyLoadError
  const needsReload = isLoadError && error.needsReload
  return {
    text: t(isLoadError ? 'error.lazyPart' : 'error.screen'),
    retryLabel: t(needsReload ? 'common.reload' : 'common.retry'),
    busy: isRetrying,
    onRetry: needsReload ? () => void reloadPage() : retry,
  }
}

/** All failed components share one bar. Closing it closes it until the page is reloaded. */
const isClosedAtom = atom(false)

/** Replaces a failed component of the header or an overlay. It floats below the header, so that the page stays usable. */
export function FailedBar(failure: Failure) {
  const { text, retryLabel, busy, onRetry } = failureProps(failure)
  const [isClosed, setClosed] = useAtom(isClosedAtom)
  if (isClosed) return null
  return createPortal(
    <div className="failed-bar no-print" role="alert">
      {text}
      <Button kind="quiet" busy={busy} onClick={onRetry}>
        {retryLabel}
      </Button>
      <Button kind="quiet" aria-label={t('common.close')} onClick={() => setClosed(true)}>
        <Icon name="close" />
      </Button>
    </div>,
    document.body,
  )
}
