import type { Failure } from '#client/platform/browser/ErrorBoundary.tsx'
import { t } from '#client/platform/language/language.ts'
import { ErrorState } from './ErrorState.tsx'
import { retryOf } from './failure.text.ts'

/** In place of a screen that could not be loaded or rendered. */
export function FailedScreen(failure: Failure) {
  const { text, ...retrying } = retryOf(failure)
  return (
    <>
      <h1 className="visually-hidden">{t('common.appName')}</h1>
      <ErrorState {...retrying}>{text}</ErrorState>
    </>
  )
}
