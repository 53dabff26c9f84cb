import { useQuery } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { FindBox } from '#client/features/notes/find/FindBox.tsx'
import { FoundNotes } from '#client/features/notes/find/FoundNotes.tsx'
import { DraftList } from '#client/features/notes/list/DraftList.tsx'
import { useLeftDrafts } from '#client/features/notes/list/useLeftDrafts.ts'
import { paths } from '#client/paths.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { useAnsweredPage, usePageInAddress } from '#client/platform/router/pageInAddress.ts'
import { useQueryInAddress } from '#client/platform/router/useQueryInAddress.ts'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { PageIndex } from '#client/ui/PageIndex.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { SkeletonRows } from '#client/ui/SkeletonRows.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import { TOPICS_PER_PAGE } from '#protocol/limits.ts'
import { NewTopicForm } from './NewTopicForm.tsx'
import { TopicRows } from './TopicRows.tsx'
import { topicPageQuery } from './topics.queries.ts'
import { topicListAtom } from './topics.state.ts'
import '#client/ui/listRow.css'
import './topics.css'

/** The topics, or the notes that hold what the address asks for. */
export function TopicsScreen() {
  const [params] = useQueryInAddress()
  const query = params.get('find')?.trim() ?? ''
  const drafts = useLeftDrafts()
  return (
    <div className="topics">
      <ScreenTitle title={query === '' ? t('topics.title') : t('notes.find')} />
      <FindBox query={query} />
      {query === '' && <DraftList drafts={drafts} />}
      {query === '' ? <Topics /> : <FoundNotes query={query} />}
    </div>
  )
}

function Topics() {
  const { page, goToPage } = usePageInAddress()
  const topics = useQuery(topicPageQuery(page))
  const setTopicList = useSetAtom(topicListAtom)
  useAnsweredPage(topics.isPlaceholderData ? undefined : topics.data?.pageIndex)

  useEffect(() => {
    setTopicList(list => ({ ...list, curPageNo: page }))
  }, [page, setTopicList])

  return (
    <>
      <NewTopicForm onCreated={() => goToPage(1)} />
      {topics.isPending && <SkeletonRows rows={TOPICS_PER_PAGE} height={TOPIC_ROW_PX} />}
      {topics.isError && !topics.data && (
        <ErrorState onRetry={() => void topics.refetch()} busy={topics.isFetching}>
          {t('list.loadFailed')} {failureText(topics.error)}
        </ErrorState>
      )}
      {topics.data?.subjects.length === 0 && <EmptyState>{t('topics.empty')}</EmptyState>}
      {topics.data && topics.data.subjects.length > 0 && (
        <>
          <TopicRows topics={topics.data.subjects} isWaiting={topics.isPlaceholderData} />
          <PageIndex index={topics.data.pageIndex} onGo={goToPage} />
        </>
      )}
      <p className="topics__trash">
        <ButtonLink kind="quiet" to={paths.trash}>
          <ToolIcon name="trash" />
          {t('trash.title')}
        </ButtonLink>
      </p>
    </>
  )
}

const TOPIC_ROW_PX = 65
