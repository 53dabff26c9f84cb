import { useQuery } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { type ReactNode, useEffect, useState } from 'react'
import { DraftList } from '#client/features/notes/list/DraftList.tsx'
import { NoteSearchResults, SearchBox } from '#client/features/notes/list/NoteSearch.tsx'
import { useWorkspaceTopic } from '#client/features/notes/list/noteList.state.ts'
import { useUnsavedDrafts } from '#client/features/notes/list/unsavedDrafts.ts'
import { paths } from '#client/paths.ts'
import { useMediaQuery } from '#client/platform/browser/device.ts'
import { moveRowFocus } from '#client/platform/browser/rowFocus.ts'
import { t } from '#client/platform/language/language.ts'
import {
  useCorrectedPage,
  usePageParameter,
  useQueryParameters,
} from '#client/platform/router/navigation.tsx'
import { ButtonLink } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { ActionMenu } from '#client/ui/Dropdown.tsx'
import { EmptyState, LoadFailure, SkeletonRows } from '#client/ui/ListStates.tsx'
import { PageIndex } from '#client/ui/PageIndex.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import { TOPICS_PER_PAGE } from '#protocol/limits.ts'
import type { TopicView } from '#protocol/topics.ts'
import { NewTopicForm, RenameTopic } from './TopicForms.tsx'
import { topicPageQuery } from './topics.queries.ts'
import { topicListAtom } from './topics.state.ts'
import './topics.css'
import '#client/ui/listRow.css'

/** In rem, so that a window with enlarged text counts as a phone. */
const ON_PHONES = '(max-width: 35.99rem)'

/** The topics, or search results if the URL has a query. In the workspace the note column shows the search box and the drafts. */
export function TopicsScreen({ isInWorkspace = false }: { isInWorkspace?: boolean }) {
  const [params] = useQueryParameters()
  const query = params.get('find')?.trim() ?? ''
  const drafts = useUnsavedDrafts()
  const isSearching = query !== ''
  // On a phone the search box follows the topics; the page header has a search button as well.
  const isPhone = useMediaQuery(ON_PHONES)
  return (
    <div className="topics">
      <ScreenTitle title={isSearching ? t('notes.find') : t('topics.title')} />
      {(isSearching || !(isInWorkspace || isPhone)) && <SearchBox query={query} />}
      {!isSearching && !isInWorkspace && <DraftList drafts={drafts} />}
      {isSearching ? (
        <NoteSearchResults query={query} isInWorkspace={isInWorkspace} />
      ) : (
        <Topics isInWorkspace={isInWorkspace}>{isPhone && <SearchBox query={query} />}</Topics>
      )}
    </div>
  )
}

const TOPIC_ROW_PX = 65

/** A page of topics with the new-topic form below. */
function Topics({ isInWorkspace, children }: { isInWorkspace: boolean; children: ReactNode }) {
  const { page, goToPage } = usePageParameter()
  const topics = useQuery(topicPageQuery(page))
  const listedNo = useWorkspaceTopic()
  const setTopicList = useSetAtom(topicListAtom)
  useCorrectedPage(topics.isPlaceholderData ? undefined : topics.data?.pageIndex)

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
      {/* The list may be shorter than its placeholder, which would move what is below it. */}
      {!topics.isPending && (
        <>
          <NewTopicForm onCreated={() => goToPage(1)} />
          {children}
          <TopicsFooter />
        </>
      )}
    </>
  )
}

/** Links to the import screen and the trash. */
export function TopicsFooter() {
  return (
    <p className="topics__footer">
      <ButtonLink kind="quiet" to={paths.importNotes}>
        <ToolIcon name="upload" />
        {t('imports.open')}
      </ButtonLink>
      <ButtonLink kind="quiet" to={paths.trash}>
        <ToolIcon name="trash" />
        {t('trash.title')}
      </ButtonLink>
    </p>
  )
}

interface TopicRowsProps {
  topics: TopicView[]
  /** The topic whose notes the adjacent column lists. */
  listedNo: number | null
  /** Another page is loading. */
  isWaiting: boolean
}

function TopicRows({ topics, listedNo, isWaiting }: TopicRowsProps) {
  const setTopicList = useSetAtom(topicListAtom)
  const [renamedNo, setRenamedNo] = useState<number | null>(null)

  function selectTopic({ subjectNo, title }: TopicView) {
    setTopicList(list => ({ ...list, selectedTopicNo: subjectNo, selectedTopicTitle: title }))
  }

  return (
    <Card padded={false} aria-busy={isWaiting}>
      <ul data-live-rows onKeyDown={moveRowFocus}>
        {topics.map(topic => (
          <li
            className={`list-row topic-row ${topic.subjectNo === listedNo ? 'topic-row--listed' : ''}`}
            key={topic.subjectNo}
          >
            {renamedNo === topic.subjectNo && (
              <RenameTopic topicNo={topic.subjectNo} title={topic.title} onDone={() => setRenamedNo(null)} />
            )}
            <div className="list-row__text">
              <h2 className="list-row__title" id={`topic-${topic.subjectNo}`} dir="auto">
                {topic.title}
              </h2>
              <p className="list-row__meta topic-row__count">
                <span className="topic-row__text">{t('topics.noteCount', { count: topic.noteCount })}</span>
                <span className="topic-row__number" aria-hidden="true">
                  {topic.noteCount}
                </span>
              </p>
            </div>
            <ButtonLink
              className="list-row__link"
              data-row
              to={paths.notes(topic.subjectNo)}
              aria-describedby={`topic-${topic.subjectNo}`}
              onClick={() => selectTopic(topic)}
            >
              {t('topics.viewNotes')}
            </ButtonLink>
            <ActionMenu
              label={t('topics.menu', { title: topic.title })}
              actions={[{ label: t('common.rename'), icon: 'pen', run: () => setRenamedNo(topic.subjectNo) }]}
            />
          </li>
        ))}
      </ul>
    </Card>
  )
}
