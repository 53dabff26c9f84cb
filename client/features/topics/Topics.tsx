import { useQuery } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { type ReactNode, useEffect } from 'react'
import { useWorkspaceTopic } from '#client/features/notes/workspace/useWorkspaceTopic.ts'
import { t } from '#client/platform/language/language.ts'
import { useAnsweredPage, usePageInAddress } from '#client/platform/router/pageInAddress.ts'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { LoadFailure } from '#client/ui/LoadFailure.tsx'
import { PageIndex } from '#client/ui/PageIndex.tsx'
import { SkeletonRows } from '#client/ui/SkeletonRows.tsx'
import { TOPICS_PER_PAGE } from '#protocol/limits.ts'
import { NewTopicForm } from './NewTopicForm.tsx'
import { TopicRows } from './TopicRows.tsx'
import { TopicsFoot } from './TopicsFoot.tsx'
import { topicPageQuery } from './topics.queries.ts'
import { topicListAtom } from './topics.state.ts'

const TOPIC_ROW_PX = 65

/** A page of topics, and below them what makes a new one: they stand where they stand on the other screens, and first on a phone. */
export function Topics({ isInWorkspace, children }: { isInWorkspace: boolean; children: ReactNode }) {
  const { page, goToPage } = usePageInAddress()
  const topics = useQuery(topicPageQuery(page))
  const listedNo = useWorkspaceTopic()
  const setTopicList = useSetAtom(topicListAtom)
  useAnsweredPage(topics.isPlaceholderData ? undefined : topics.data?.pageIndex)

  useEffect(() => {
    setTopicList(list => ({ ...list, curPageNo: page }))
  }, [page, setTopicList])

  return (
    <>
      {topics.isPending && <SkeletonRows rows={TOPICS_PER_PAGE} height={isInWorkspace ? 40 : TOPIC_ROW_PX} />}
      <LoadFailure query={topics} />
      {topics.data?.subjects.length === 0 && <EmptyState>{t('topics.empty')}</EmptyState>}
      {topics.data && topics.data.subjects.length > 0 && (
        <>
          <TopicRows
            topics={topics.data.subjects}
            listedNo={isInWorkspace ? listedNo : null}
            isWaiting={topics.isPlaceholderData}
          />
          <PageIndex index={topics.data.pageIndex} onGo={goToPage} />
        </>
      )}
      <NewTopicForm onCreated={() => goToPage(1)} />
      {children}
      <TopicsFoot />
    </>
  )
}
