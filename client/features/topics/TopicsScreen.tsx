import { DraftList } from '#client/features/notes/list/DraftList.tsx'
import { useUnsavedNotes } from '#client/features/notes/list/unsavedNotes.ts'
import { TagList } from '#client/features/tags/TagList.tsx'
import { t } from '#client/platform/language/language.ts'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { TopicList, TopicsFooter } from './TopicList.tsx'
import { useTopicPage } from './topics.state.ts'
import './topics.css'

export function TopicsScreen() {
  const page = useTopicPage(true)
  const drafts = useUnsavedNotes()
  return (
    <div className="topics">
      <ScreenTitle title={t('topics.title')} />
      <DraftList drafts={drafts} />
      <TopicList {...page} />
      <TagList current={null} />
      <TopicsFooter />
    </div>
  )
}
