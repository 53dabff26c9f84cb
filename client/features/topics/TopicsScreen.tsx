import { DraftList } from '#client/features/notes/list/DraftList.tsx'
import { NoteSearchResults, SearchBox } from '#client/features/notes/list/NoteSearch.tsx'
import { useUnsavedDrafts } from '#client/features/notes/list/unsavedDrafts.ts'
import { t } from '#client/platform/language/language.ts'
import { useQueryParameters } from '#client/platform/router/navigation.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { TopicList, TopicsFooter } from './TopicList.tsx'
import { useTopicPage } from './topics.state.ts'
import './topics.css'

/** The topics, or search results if the URL has a query. */
export function TopicsScreen({ isInWorkspace = false }: { isInWorkspace?: boolean }) {
  const [params] = useQueryParameters()
  const query = params.get('find')?.trim() ?? ''
  if (query === '') return <Topics />
  return (
    <div className="topics">
      <ScreenTitle title={t('notes.find')} />
      <SearchBox query={query} />
      <NoteSearchResults query={query} isInWorkspace={isInWorkspace} />
    </div>
  )
}

function Topics() {
  const page = useTopicPage(true)
  const drafts = useUnsavedDrafts()
  return (
    <div className="topics">
      <ScreenTitle title={t('topics.title')} />
      <DraftList drafts={drafts} />
      <TopicList {...page} />
      <TopicsFooter />
    </div>
  )
}
