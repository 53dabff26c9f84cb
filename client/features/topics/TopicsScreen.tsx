import { DraftList } from '#client/features/notes/list/DraftList.tsx'
import { useLeftDrafts } from '#client/features/notes/list/useLeftDrafts.ts'
import { NoteSearchResults } from '#client/features/notes/search/NoteSearchResults.tsx'
import { SearchBox } from '#client/features/notes/search/SearchBox.tsx'
import { useMediaQuery } from '#client/platform/browser/useMediaQuery.ts'
import { t } from '#client/platform/language/language.ts'
import { useQueryInAddress } from '#client/platform/router/useQueryInAddress.ts'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { Topics } from './Topics.tsx'
import './topics.css'

/** In rem, so that enlarged text counts as a phone. */
const ON_PHONES = '(max-width: 35.99rem)'

/** The topics, or the notes that hold what the address asks for. On the desk finding and drafts stand beside the topics. */
export function TopicsScreen({ isInWorkspace = false }: { isInWorkspace?: boolean }) {
  const [params] = useQueryInAddress()
  const query = params.get('find')?.trim() ?? ''
  const drafts = useLeftDrafts()
  const isSearching = query !== ''
  // On a phone the topics come first; finding is in the head of the page as well.
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
