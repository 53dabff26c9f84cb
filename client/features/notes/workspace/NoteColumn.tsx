import { useQuery } from '@tanstack/react-query'
import { useAtom } from 'jotai'
import { DraftList } from '#client/features/notes/list/DraftList.tsx'
import { NewNoteLink } from '#client/features/notes/list/NewNoteLink.tsx'
import { NoteTools } from '#client/features/notes/list/NoteTools.tsx'
import { useNoteOrder } from '#client/features/notes/list/noteOrder.ts'
import { NOTE_ROW_PX } from '#client/features/notes/list/noteRow.size.ts'
import { noteListAtom } from '#client/features/notes/list/notes.state.ts'
import { useLeftDrafts } from '#client/features/notes/list/useLeftDrafts.ts'
import { notePageQuery } from '#client/features/notes/notes.queries.ts'
import { SearchBox } from '#client/features/notes/search/SearchBox.tsx'
import { useGoneTopic } from '#client/features/topics/useGoneTopic.ts'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { DecorativeText } from '#client/ui/DecorativeText.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { LoadFailure } from '#client/ui/LoadFailure.tsx'
import { SkeletonRows } from '#client/ui/SkeletonRows.tsx'
import { NOTES_PER_PAGE } from '#protocol/limits.ts'
import { ColumnPager } from './ColumnPager.tsx'
import { NoteLinks } from './NoteLinks.tsx'
import { useKeptScroll } from './useKeptScroll.ts'
import '#client/features/notes/list/noteList.css'
import '#client/ui/listRow.css'

interface NoteColumnProps {
  /** Null while it is not known, and where there is none. */
  topicNo: number | null
  /** The note that is open. */
  noteNo: number | null
  /** Then it begins with what finds notes of all topics, and with all that is not saved. */
  isBesideTopics: boolean
}

/** A topic's notes beside the topics, or beside the note that is open: each a link to it. */
export function NoteColumn({ topicNo, noteNo, isBesideTopics }: NoteColumnProps) {
  const drafts = useLeftDrafts()
  return (
    <div className="note-list">
      {isBesideTopics && <SearchBox query="" />}
      {isBesideTopics && <DraftList drafts={drafts} />}
      {topicNo !== null && (
        <Notes key={topicNo} topicNo={topicNo} noteNo={noteNo} hasWays={!isBesideTopics} />
      )}
    </div>
  )
}

function Notes({ topicNo, noteNo, hasWays }: { topicNo: number; noteNo: number | null; hasWays: boolean }) {
  const [{ curPageNo }, setNoteList] = useAtom(noteListAtom)
  const page = noteNo === null ? 1 : curPageNo
  const [order] = useNoteOrder()
  const notes = useQuery(notePageQuery(topicNo, page, order))
  const isGone = useGoneTopic(topicNo, notes)
  const drafts = useLeftDrafts()
  const scroller = useKeptScroll(`notes/${topicNo}/${page}`)

  if (isGone) return <ErrorState>{t('topics.gone')}</ErrorState>
  return (
    <nav className="note-list__beside" aria-label={t('notes.ofTopic')}>
      <div className="note-list__top">
        <div className="note-list__head">
          {notes.data && (
            <p className="note-list__title" dir="auto">
              <Link to={paths.notes(topicNo, page)} aria-label={notes.data.subjectTitle}>
                <DecorativeText words={notes.data.subjectTitle} />
              </Link>
            </p>
          )}
          {notes.data && (
            <p className="note-list__count">{t('topics.noteCount', { count: notes.data.noteCount })}</p>
          )}
        </div>
        {hasWays && (
          <div className="note-list__actions">
            <NewNoteLink topicNo={topicNo} />
          </div>
        )}
        {hasWays && <NoteTools />}
      </div>
      <div className="note-list__scroller" ref={scroller}>
        {notes.isPending && <SkeletonRows rows={NOTES_PER_PAGE} height={NOTE_ROW_PX} />}
        <LoadFailure query={notes} />
        {notes.data?.notes.length === 0 && (
          <EmptyState action={!hasWays && <NewNoteLink topicNo={topicNo} />}>{t('notes.empty')}</EmptyState>
        )}
        {notes.data && (
          <NoteLinks
            notes={notes.data.notes}
            noteNo={noteNo}
            drafts={drafts}
            order={order}
            isWaiting={notes.isPlaceholderData}
          />
        )}
      </div>
      {notes.data && noteNo !== null && (
        <ColumnPager
          of="notes"
          index={notes.data.pageIndex}
          onGo={to => setNoteList(list => ({ ...list, curPageNo: to }))}
        />
      )}
    </nav>
  )
}
