import type { ReactNode } from 'react'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from './Button.tsx'
import { Drawing, type DrawingName } from './Drawing.tsx'
import { ErrorState } from './ErrorState.tsx'
import './ListStates.css'

interface EmptyStateProps {
  /** One per screen, for the most important list. */
  drawing?: DrawingName
  /** A sentence that names the missing items, then a suggestion. The first sentence is set as the heading of the rest. */
  children: string
  /** The button or link for it. */
  action?: ReactNode
}

export function EmptyState({ drawing, children, action }: EmptyStateProps) {
  const headingEnd = children.search(/[.!?] /) + 1 || children.length
  return (
    <div className="state">
      {drawing && <Drawing name={drawing} />}
      <p className="state__sentence">
        <strong className="state__heading">{children.slice(0, headingEnd)}</strong>
        {children.slice(headingEnd)}
      </p>
      {action}
    </div>
  )
}

interface SkeletonRowsProps {
  /** The expected number of rows, so that nothing shifts when the list is loaded. */
  rows: number
  /** In pixels. */
  height: number
}

export function SkeletonRows({ rows, height }: SkeletonRowsProps) {
  return (
    <Skeleton>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
        <div className="skeleton__row" key={row} style={{ blockSize: height }} />
      ))}
    </Skeleton>
  )
}

/** Placeholder of content that is loading, with its shape. Screen readers hear that it loads. */
export function Skeleton({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <div className="skeleton-rows" role="status">
      <span className="visually-hidden">{t('common.loading')}</span>
      <div className={`skeleton ${className}`} aria-hidden="true">
        {children}
      </div>
    </div>
  )
}

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
