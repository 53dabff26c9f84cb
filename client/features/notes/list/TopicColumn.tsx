import { useQuery } from '@tanstack/react-query'
import { useAtom, useAtomValue } from 'jotai'
import { BackToTopicsLink } from '#client/features/notes/list/NoteListHeader.tsx'
import { TopicsFooter } from '#client/features/topics/TopicsScreen.tsx'
import { topicPageQuery, topicTitleQuery } from '#client/features/topics/topics.queries.ts'
import { deletedTopicsAtom, topicListAtom } from '#client/features/topics/topics.state.ts'
import { paths } from '#client/paths.ts'
import { moveRowFocus } from '#client/platform/browser/rowFocus.ts'
import { formatNumber, t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { ColumnPager } from '#client/ui/ColumnPager.tsx'
import { DecorativeText } from '#client/ui/Decorative.tsx'
import { LoadFailure, SkeletonRows } from '#client/ui/ListStates.tsx'
import { TOPICS_PER_PAGE } from '#protocol/limits.ts'
import './columns.css'

const ROW_PX = 40

/** Links to the topics, next to their notes. */
export function TopicColumn({ topicNo }: { topicNo: number | null }) {
  const [{ curPageNo, selectedTopicNo, selectedTopicTitle }, setTopicList] = useAtom(topicListAtom)
  const deletedTopics = useAtomValue(deletedTopicsAtom)
  const topics = useQuery(topicPageQuery(curPageNo))
  const isListed = topics.data?.subjects.some(({ subjectNo }) => subjectNo === topicNo)
  // The current topic may be on another page, after a visit by URL or from a search. It is shown first.
  const isOnOtherPage = topicNo !== null && topics.isSuccess && !isListed && !deletedTopics.has(topicNo)
  const isSelected = topicNo === selectedTopicNo
  const fetchedTitle = useQuery({ ...topicTitleQuery(topicNo ?? 0), enabled: isOnOtherPage && !isSelected })
  const title = isSelected ? selectedTopicTitle : fetchedTitle.data

  return (
    <nav className="topic-column" aria-label={t('notes.topicList')}>
      <BackToTopicsLink />
      {topics.isPending && <SkeletonRows rows={TOPICS_PER_PAGE} height={ROW_PX} />}
      <LoadFailure query={topics} />
      {topics.data && (
        // biome-ignore lint/a11y/useSemanticElements: rows, and no fields
        <div
          role="group"
          data-live-rows
          className="topic-column__topics"
          onKeyDown={moveRowFocus}
          aria-busy={topics.isPlaceholderData}
        >
          {isOnOtherPage && title !== undefined && <TopicLink topicNo={topicNo} title={title} isCurrent />}
          {topics.data.subjects.map(({ subjectNo, title, noteCount }) => (
            <TopicLink
              key={subjectNo}
              topicNo={subjectNo}
              title={title}
              noteCount={noteCount}
              isCurrent={subjectNo === topicNo}
            />
          ))}
        </div>
      )}
      {topics.data && (
        <ColumnPager
          labels={{
            all: t('notes.topicPages'),
            before: t('notes.topicsBefore'),
            after: t('notes.topicsAfter'),
          }}
          index={topics.data.pageIndex}
          onGo={page => setTopicList(list => ({ ...list, curPageNo: page }))}
        />
      )}
      {!topics.isPending && <TopicsFooter />}
    </nav>
  )
}

interface TopicLinkProps {
  topicNo: number
  title: string
  noteCount?: number
  isCurrent: boolean
}

function TopicLink({ topicNo, title, noteCount, isCurrent }: TopicLinkProps) {
  const count = noteCount === undefined ? [] : [t('topics.noteCount', { count: noteCount })]
  return (
    <Link
      className="topic-column__topic"
      data-row
      to={paths.notes(topicNo)}
      aria-current={isCurrent || undefined}
      aria-label={[title, ...count].join(', ')}
      title={title}
    >
      <span className="topic-column__title" dir="auto">
        {isCurrent ? <DecorativeText words={title} /> : title}
      </span>
      {noteCount !== undefined && (
        <span className="topic-column__count">
          <DecorativeText words={formatNumber(noteCount)} />
        </span>
      )}
    </Link>
  )
}
