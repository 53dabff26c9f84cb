import { useQuery } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { notePageQuery } from '#client/features/notes/notes.queries.ts'
import { topicListAtom, useIsTopicDeleted } from '#client/features/topics/topics.state.ts'
import { paths } from '#client/paths.ts'
import { useScrollRestoration } from '#client/platform/browser/scrollRestoration.ts'
import { t } from '#client/platform/language/language.ts'
import {
  Redirect,
  useCorrectedPage,
  useNumberParameter,
  usePageParameter,
} from '#client/platform/router/navigation.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { EmptyState, LoadFailure, SkeletonRows } from '#client/ui/ListStates.tsx'
import { PageIndex } from '#client/ui/PageIndex.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { NOTES_PER_PAGE } from '#protocol/limits.ts'
import { DraftList } from './DraftList.tsx'
import { NoteBulkActions } from './NoteBulkActions.tsx'
import { BackToTopicsLink, NoteListHeader } from './NoteListHeader.tsx'
import { NOTE_ROW_PX } from './NoteMeta.tsx'
import { NoteRows } from './NoteRows.tsx'
import { noteListAtom, useNoteOrder } from './noteList.state.ts'
import { useSelection } from './SelectionBar.tsx'
import { draftsWithoutRow, useUnsavedDrafts } from './unsavedDrafts.ts'
import './noteList.css'

/** The notes of the topic in the URL. */
export function NoteListScreen({ isInWorkspace = false }: { isInWorkspace?: boolean }) {
  const topicNo = useNumberParameter('topic')
  if (topicNo === null) return <Redirect to={paths.topics} />
  return <NoteList key={topicNo} topicNo={topicNo} isInWorkspace={isInWorkspace} />
}

interface NoteListProps {
  topicNo: number
  /** The list of topics is visible next to the notes. */
  isInWorkspace: boolean
}

function NoteList({ topicNo, isInWorkspace }: NoteListProps) {
  const { page, goToPage } = usePageParameter()
  const [order] = useNoteOrder()
  const setTopicList = useSetAtom(topicListAtom)
  const setNoteList = useSetAtom(noteListAtom)
  const notes = useQuery(notePageQuery(topicNo, page, order))
  const isDeleted = useIsTopicDeleted(topicNo, notes)
  const rows = notes.data?.notes ?? []
  const drafts = useUnsavedDrafts()
  const selection = useSelection(rows.map(({ noteNo }) => noteNo))
  const scroller = useScrollRestoration(`notes/${topicNo}/${page}`)
  const title = notes.data?.subjectTitle
  useCorrectedPage(notes.isPlaceholderData ? undefined : notes.data?.pageIndex)

  useEffect(() => {
    setNoteList(list => ({ ...list, curPageNo: page }))
  }, [page, setNoteList])

  useEffect(() => {
    if (title === undefined) return
    setTopicList(list => ({ ...list, selectedTopicNo: topicNo, selectedTopicTitle: title }))
  }, [topicNo, title, setTopicList])

  if (isDeleted) return <TopicNotFound isInWorkspace={isInWorkspace} />
  return (
    <div className="note-list">
      <NoteListHeader
        topicNo={topicNo}
        page={notes.data}
        selection={selection}
        isInWorkspace={isInWorkspace}
      />
      <div className="note-list__scroller" ref={scroller}>
        <DraftList drafts={draftsWithoutRow(rows, topicNo, drafts)} />
        {notes.isPending && <SkeletonRows rows={NOTES_PER_PAGE} height={NOTE_ROW_PX} />}
        <LoadFailure query={notes} />
        {notes.data && rows.length === 0 && <EmptyState>{t('notes.empty')}</EmptyState>}
        {rows.length > 0 && (
          <NoteRows
            topicNo={topicNo}
            notes={rows}
            drafts={drafts}
            order={order}
            selection={selection}
            isWaiting={notes.isPlaceholderData}
          />
        )}
      </div>
      {selection.isOn && <NoteBulkActions topicNo={topicNo} selection={selection} />}
      {notes.data && rows.length > 0 && <PageIndex index={notes.data.pageIndex} onGo={goToPage} />}
    </div>
  )
}

function TopicNotFound({ isInWorkspace }: { isInWorkspace: boolean }) {
  return (
    <>
      <ScreenTitle title={t('topics.title')} hidden />
      <ErrorState>{t('topics.gone')}</ErrorState>
      {!isInWorkspace && (
        <p className="note-list__back">
          <BackToTopicsLink />
        </p>
      )}
    </>
  )
}
