import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { SkeletonRows } from '#client/ui/SkeletonRows.tsx'
import type { useFinding } from './useFinding.ts'

type FinderStateProps = Pick<
  ReturnType<typeof useFinding>,
  'state' | 'query' | 'error' | 'isFetching' | 'retry'
>

const SKELETON_ROWS = 4
const ROW_PX = 56

/** What is shown where there are no rows. */
export function FinderState({ state, query, error, isFetching, retry }: FinderStateProps) {
  switch (state) {
    case 'idle':
      return null
    case 'tooLong':
      return <EmptyState>{t('notes.findQuery')}</EmptyState>
    case 'failed':
      return (
        <ErrorState onRetry={retry} busy={isFetching}>
          {t('find.failed')} {failureText(error)}
        </ErrorState>
      )
    case 'loading':
      return <SkeletonRows rows={SKELETON_ROWS} height={ROW_PX} />
    case 'none':
    case 'found':
      return <EmptyState>{t('find.none', { query: query ?? '' })}</EmptyState>
  }
}
