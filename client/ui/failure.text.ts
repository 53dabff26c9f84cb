import type { Failure } from '#client/platform/browser/ErrorBoundary.tsx'
import { LazyPartFailed } from '#client/platform/browser/lazyModule.ts'
import { reloadPage } from '#client/platform/browser/reloadAnew.ts'
import { t } from '#client/platform/language/language.ts'

/** The message of a failed part, and what its button does: where a retry fails again, it reloads the page. */
export function retryOf({ error, isRetrying, retry }: Failure) {
  const isUnloaded = error instanceof LazyPartFailed
  const needsReload = isUnloaded && error.needsReload
  return {
    text: t(isUnloaded ? 'error.lazyPart' : 'error.screen'),
    retryLabel: t(needsReload ? 'common.reload' : 'common.retry'),
    busy: isRetrying,
    onRetry: needsReload ? () => void reloadPage() : retry,
  }
}
