import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { SkeletonRows } from '#client/ui/SkeletonRows.tsx'
import type { useSearch } from './useSearch.ts'

type SearchStateProps = Pick<
  ReturnType<typeof useSearch>,
  'state' | 'query' | 'error' | 'isFetching' | 'retry'
>

const SKELETON_ROWS = 4
const ROW_PX = 56

/** What is shown where there are no rows. */
export function SearchState({ state, query, error, isFetching, retry }: SearchStateProps) {
  switch (state) {
    case 'idle':
      return null
    case 'tooLong':
      return <EmptyState>{t('notes.findQuery')}</EmptyState>
    case 'failed':
      return (
        <ErrorState onRetry={retry} busy={isFetching}>
          {t('search.failed')} {failureText(error)}
        </ErrorState>
      )
    case 'loading':
      return <SkeletonRows rows={SKELETON_ROWS} height={ROW_PX} />
    case 'none':
    case 'found':
      return <EmptyState>{t('search.none', { query: query ?? '' })}</EmptyState>
  }
}
