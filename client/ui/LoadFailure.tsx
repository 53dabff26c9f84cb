import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from './Button.tsx'
import { ErrorState } from './ErrorState.tsx'
import './LoadFailure.css'

interface LoadFailureProps {
  /** Nothing is rendered unless it has failed. */
  query: {
    isError: boolean
    data: unknown
    error: unknown
    isFetching: boolean
    refetch: () => Promise<unknown>
  }
  /** What failed; by default a list. */
  title?: string
}

/** Shows that a query failed. If it has cached data, a line says that the data may be outdated. */
export function LoadFailure({ query, title = t('list.loadFailed') }: LoadFailureProps) {
  if (!query.isError) return null
  const retry = () => void query.refetch()
  if (query.data === undefined)
    return (
      <ErrorState onRetry={retry} busy={query.isFetching}>
        {title} {failureText(query.error)}
      </ErrorState>
    )
  return (
    <p className="load-failure">
      {t('list.kept')}
      <Button kind="quiet" busy={query.isFetching} onClick={retry}>
        {t('common.retry')}
      </Button>
    </p>
  )
}
