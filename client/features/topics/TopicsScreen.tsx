import { FindBox } from '#client/features/notes/find/FindBox.tsx'
import { FoundNotes } from '#client/features/notes/find/FoundNotes.tsx'
import { DraftList } from '#client/features/notes/list/DraftList.tsx'
import { useLeftDrafts } from '#client/features/notes/list/useLeftDrafts.ts'
import { t } from '#client/platform/language/language.ts'
import { useQueryInAddress } from '#client/platform/router/useQueryInAddress.ts'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { Topics } from './Topics.tsx'
import './topics.css'

/** The topics, or the notes that hold what the address asks for. On the desk finding and drafts stand beside the topics. */
export function TopicsScreen({ isOnDesk = false }: { isOnDesk?: boolean }) {
  const [params] = useQueryInAddress()
  const query = params.get('find')?.trim() ?? ''
  const drafts = useLeftDrafts()
  const isFinding = query !== ''
  return (
    <div className="topics">
      <ScreenTitle title={isFinding ? t('notes.find') : t('topics.title')} />
      {(isFinding || !isOnDesk) && <FindBox query={query} />}
      {!isFinding && !isOnDesk && <DraftList drafts={drafts} />}
      {isFinding ? <FoundNotes query={query} isOnDesk={isOnDesk} /> : <Topics isOnDesk={isOnDesk} />}
    </div>
  )
}
