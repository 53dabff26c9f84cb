import { useQuery } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { notePageQuery } from '#client/features/notes/notes.queries.ts'
import { topicListAtom, useIsTopicDeleted } from '#client/features/topics/topics.state.ts'
import { useScrollRestoration } from '#client/platform/browser/scrollRestoration.ts'
import { t } from '#client/platform/language/language.ts'
import { useCorrectedPage } from '#client/platform/router/navigation.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { EmptyState, LoadFailure, SkeletonRows } from '#client/ui/ListStates.tsx'
import { PageIndex } from '#client/ui/PageIndex.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { NOTES_PER_PAGE } from '#protocol/limits.ts'
import { DraftList } from './DraftList.tsx'
import { NoteBulkActions } from './NoteBulkActions.tsx'
import { BackToTopicsLink, NewNoteLink, NoteListHeader } from './NoteListHeader.tsx'
import { NOTE_ROW_PX } from './NoteMeta.tsx'
import { type AdjacentNote, NoteRows } from './NoteRows.tsx'
import { type NoteListPage, useNoteOrder } from './noteList.state.ts'
import { useSelection } from './SelectionBar.tsx'
import { unsavedWithoutRow, useUnsavedNotes } from './unsavedNotes.ts'
import './noteList.css'
import './noteRows.css'

interface NoteListProps {
  topicNo: number
  listPage: NoteListPage
  /** In the workspace: the note in the next column. */
  column: AdjacentNote | undefined
}

/** A page of a topic's notes, the same on every route of the workspace. */
export function NoteList({ topicNo, listPage: { page, goToPage, isInUrl }, column }: NoteListProps) {
  const [order] = useNoteOrder()
  const setTopicList = useSetAtom(topicListAtom)
  const notes = useQuery(notePageQuery(topicNo, page, order))
  const isDeleted = useIsTopicDeleted(topicNo, notes)
  const rows = notes.data?.notes ?? []
  const drafts = useUnsavedNotes()
  const selection = useSelection(rows.map(({ noteNo }) => noteNo))
  const scroller = useScrollRestoration(`notes/${topicNo}/${page}`)
  const title = notes.data?.subjectTitle
  useCorrectedPage(isInUrl && !notes.isPlaceholderData ? notes.data?.pageIndex : undefined)

  useEffect(() => {
    if (title === undefined || !isInUrl) return
    setTopicList(list => ({ ...list, selectedTopicNo: topicNo, selectedTopicTitle: title }))
  }, [topicNo, title, isInUrl, setTopicList])

  if (isDeleted) return <TopicNotFound isScreen={isInUrl} isInColumn={column !== undefined} />
  const listedDrafts = unsavedWithoutRow(rows, column ? null : topicNo, drafts)
  return (
    <nav className="note-list" aria-label={t('notes.ofTopic')}>
      <NoteListHeader
        topicNo={topicNo}
        page={notes.data}
        selection={selection}
        isScreen={isInUrl}
        isInColumn={column !== undefined}
      />
      <div className="note-list__scroller" ref={scroller}>
        <DraftList drafts={listedDrafts} />
        {notes.isPending && <SkeletonRows rows={NOTES_PER_PAGE} height={NOTE_ROW_PX} />}
        <LoadFailure query={notes} />
        {notes.data && rows.length === 0 && !column && <EmptyTopic topicNo={topicNo} />}
        {rows.length > 0 && (
          <NoteRows
            topicNo={topicNo}
            notes={rows}
            drafts={drafts}
            order={order}
            selection={selection}
            isWaiting={notes.isPlaceholderData}
            column={column}
          />
        )}
      </div>
      {selection.isOn && <NoteBulkActions topicNo={topicNo} selection={selection} />}
      {notes.data && rows.length > 0 && (
        <PageIndex
          label={isInUrl ? t('page.label') : t('notes.notePages')}
          index={notes.data.pageIndex}
          onGo={goToPage}
        />
      )}
    </nav>
  )
}

function TopicNotFound({ isScreen, isInColumn }: { isScreen: boolean; isInColumn: boolean }) {
  return (
    <>
      {isScreen && <ScreenTitle title={t('topics.title')} hidden />}
      {!isInColumn && <BackToTopicsLink />}
      <ErrorState>{t('topics.gone')}</ErrorState>
    </>
  )
}

/** Invites to write a first note: below the header of the list, in the workspace in place of a note. */
export function EmptyTopic({ topicNo }: { topicNo: number }) {
  return (
    <EmptyState drawing="notes" action={<NewNoteLink topicNo={topicNo} />}>
      {t('notes.empty')}
    </EmptyState>
  )
}
