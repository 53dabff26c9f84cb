import type { Failure } from '#client/platform/browser/ErrorBoundary.tsx'
import { LazyLoadError } from '#client/platform/browser/lazyModule.ts'
import { reloadPage } from '#client/platform/browser/serviceWorker.ts'
import { t } from '#client/platform/language/language.ts'
import { ErrorState } from './ErrorState.tsx'

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
