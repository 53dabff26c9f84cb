import { useQuery } from '@tanstack/react-query'
import { useAtom } from 'jotai'
import { Echo } from '#client/features/notes/list/Echo.tsx'
import { moveInRows } from '#client/features/notes/list/rowKeys.ts'
import { ToTopics } from '#client/features/notes/list/ToTopics.tsx'
import { TopicsFoot } from '#client/features/topics/TopicsFoot.tsx'
import { topicPageQuery } from '#client/features/topics/topics.queries.ts'
import { topicListAtom } from '#client/features/topics/topics.state.ts'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { LoadFailure } from '#client/ui/LoadFailure.tsx'
import { SkeletonRows } from '#client/ui/SkeletonRows.tsx'
import { TOPICS_PER_PAGE } from '#protocol/limits.ts'
import { ColumnPager } from './ColumnPager.tsx'
import './topicColumn.css'

const ROW_PX = 40

/** The topics beside their notes: each a link to its list. */
export function TopicColumn({ topicNo }: { topicNo: number | null }) {
  const [{ curPageNo }, setTopicList] = useAtom(topicListAtom)
  const topics = useQuery(topicPageQuery(curPageNo))

  return (
    <nav className="topic-column" aria-label={t('notes.topicList')}>
      <ToTopics />
      {topics.isPending && <SkeletonRows rows={TOPICS_PER_PAGE} height={ROW_PX} />}
      <LoadFailure query={topics} />
      {topics.data && (
        // biome-ignore lint/a11y/useSemanticElements: rows, and no fields
        <div
          role="group"
          data-live-rows
          className="topic-column__topics"
          onKeyDown={moveInRows}
          aria-busy={topics.isPlaceholderData}
        >
          {topics.data.subjects.map(({ subjectNo, title, noteCount }) => (
            <Link
              key={subjectNo}
              className="topic-column__topic"
              data-row
              to={paths.notes(subjectNo)}
              aria-current={subjectNo === topicNo || undefined}
              aria-label={`${title}, ${t('topics.noteCount', { count: noteCount })}`}
              title={title}
            >
              <span className="topic-column__title">
                {subjectNo === topicNo ? <Echo words={title} /> : title}
              </span>
              <span className="topic-column__count">{noteCount}</span>
            </Link>
          ))}
        </div>
      )}
      {topics.data && (
        <ColumnPager
          of="topics"
          index={topics.data.pageIndex}
          onGo={page => setTopicList(list => ({ ...list, curPageNo: page }))}
        />
      )}
      <TopicsFoot />
    </nav>
  )
}
