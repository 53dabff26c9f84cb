import { useAtomValue } from 'jotai'
import { TagList } from '#client/features/tags/TagList.tsx'
import { TopicList, TopicsFooter } from '#client/features/topics/TopicList.tsx'
import { topicListAtom, useTopicPage } from '#client/features/topics/topics.state.ts'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import './columns.css'

interface TopicColumnProps {
  /** The topic whose notes are next to the column. */
  topicNo: number | null
  /** The URL is that of the topics. */
  isScreen: boolean
  /** The tag whose notes are next to the column. */
  tag: string | null
}

/** The topics, the same next to their notes, next to an open note and on their own route. */
export function TopicColumn({ topicNo, isScreen, tag }: TopicColumnProps) {
  const page = useTopicPage(isScreen)
  const { curPageNo } = useAtomValue(topicListAtom)
  return (
    <nav className="topic-column" aria-label={t('notes.topicList')}>
      {isScreen && <ScreenTitle title={t('topics.title')} hidden />}
      <Link
        className="topic-column__name"
        to={paths.topicsPage(curPageNo)}
        aria-current={isScreen ? 'page' : undefined}
      >
        {t('notes.topicList')}
      </Link>
      <TopicList {...page} currentNo={topicNo} />
      <TagList current={tag} />
      <TopicsFooter />
    </nav>
  )
}
