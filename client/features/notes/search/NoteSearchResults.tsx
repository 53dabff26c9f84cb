import { useQuery } from '@tanstack/react-query'
import { noteSearchQuery } from '#client/features/notes/notes.queries.ts'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { useAnsweredPage, usePageInAddress } from '#client/platform/router/pageInAddress.ts'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { Icon } from '#client/ui/Icon.tsx'
import { LoadFailure } from '#client/ui/LoadFailure.tsx'
import { Message } from '#client/ui/Message.tsx'
import { PageIndex } from '#client/ui/PageIndex.tsx'
import { SkeletonRows } from '#client/ui/SkeletonRows.tsx'
import { NOTE_SEARCH_RESULTS_MAX } from '#protocol/limits.ts'
import { NoteSearchRows } from './NoteSearchRows.tsx'
import '#client/ui/listRow.css'

/** The notes that hold the query: one's own, and those shared with one. */
export function NoteSearchResults({ query, isInWorkspace }: { query: string; isInWorkspace: boolean }) {
  const { page, goToPage } = usePageInAddress()
  const found = useQuery(noteSearchQuery(query, page))
  useAnsweredPage(found.isPlaceholderData ? undefined : found.data?.pageIndex)
  const count = found.data?.noteCount ?? 0

  return (
    <>
      <div className="found__head">
        {!isInWorkspace && (
          <ButtonLink kind="quiet" to={paths.topics}>
            <Icon name="back" />
            {t('notes.topicList')}
          </ButtonLink>
        )}
        <Message>{count > 0 && t('notes.found', { query, count })}</Message>
      </div>
      {found.isPending && <SkeletonRows rows={SKELETON_ROWS} height={SEARCH_ROW_PX} />}
      <LoadFailure query={found} />
      {found.data && count === 0 && <EmptyState>{t('notes.foundNone', { query })}</EmptyState>}
      {found.data && count > 0 && (
        <>
          <NoteSearchRows notes={found.data.notes} isWaiting={found.isPlaceholderData} />
          {count >= NOTE_SEARCH_RESULTS_MAX && (
            <p className="found__many">{t('notes.foundMany', { count: NOTE_SEARCH_RESULTS_MAX })}</p>
          )}
          <PageIndex index={found.data.pageIndex} onGo={goToPage} />
        </>
      )}
    </>
  )
}

const SKELETON_ROWS = 4
const SEARCH_ROW_PX = 88
