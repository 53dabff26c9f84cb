import { FindBox } from '#client/features/notes/find/FindBox.tsx'
import { FoundNotes } from '#client/features/notes/find/FoundNotes.tsx'
import { DraftList } from '#client/features/notes/list/DraftList.tsx'
import { useLeftDrafts } from '#client/features/notes/list/useLeftDrafts.ts'
import { useMediaQuery } from '#client/platform/browser/useMediaQuery.ts'
import { t } from '#client/platform/language/language.ts'
import { useQueryInAddress } from '#client/platform/router/useQueryInAddress.ts'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { Topics } from './Topics.tsx'
import './topics.css'

/** In rem, so that enlarged text counts as a phone. */
const ON_PHONES = '(max-width: 35.99rem)'

/** The topics, or the notes that hold what the address asks for. On the desk finding and drafts stand beside the topics. */
export function TopicsScreen({ isOnDesk = false }: { isOnDesk?: boolean }) {
  const [params] = useQueryInAddress()
  const query = params.get('find')?.trim() ?? ''
  const drafts = useLeftDrafts()
  const isFinding = query !== ''
  // On a phone the topics come first; finding is in the head of the page as well.
  const isPhone = useMediaQuery(ON_PHONES)
  return (
    <div className="topics">
      <ScreenTitle title={isFinding ? t('notes.find') : t('topics.title')} />
      {(isFinding || !(isOnDesk || isPhone)) && <FindBox query={query} />}
      {!isFinding && !isOnDesk && <DraftList drafts={drafts} />}
      {isFinding ? (
        <FoundNotes query={query} isOnDesk={isOnDesk} />
      ) : (
        <Topics isOnDesk={isOnDesk}>{isPhone && <FindBox query={query} />}</Topics>
      )}
    </div>
  )
}
