import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from './Button.tsx'
import { ErrorState } from './ErrorState.tsx'
import './LoadFailure.css'

interface LoadFailureProps {
  /** What was asked for; nothing is drawn unless that failed. */
  query: {
    isError: boolean
    data: unknown
    error: unknown
    isFetching: boolean
    refetch: () => Promise<unknown>
  }
  /** What did not work; of a list unless told otherwise. */
  title?: string
}

/** Says that something could not be fetched. What was fetched before stays on the screen; then a line says that it may be old. */
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
    <p className="kept">
      {t('list.kept')}
      <Button kind="quiet" busy={query.isFetching} onClick={retry}>
        {t('common.retry')}
      </Button>
    </p>
  )
}
