import { useQuery } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { notePageQuery } from '#client/features/notes/notes.queries.ts'
import { useKeptScroll } from '#client/features/notes/workspace/useKeptScroll.ts'
import { topicListAtom } from '#client/features/topics/topics.state.ts'
import { useGoneTopic } from '#client/features/topics/useGoneTopic.ts'
import { t } from '#client/platform/language/language.ts'
import { useAnsweredPage, usePageInAddress } from '#client/platform/router/pageInAddress.ts'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { LoadFailure } from '#client/ui/LoadFailure.tsx'
import { PageIndex } from '#client/ui/PageIndex.tsx'
import { SkeletonRows } from '#client/ui/SkeletonRows.tsx'
import { NOTES_PER_PAGE } from '#protocol/limits.ts'
import { DraftList } from './DraftList.tsx'
import { draftsBeside } from './drafts.rules.ts'
import { NoteListTop } from './NoteListTop.tsx'
import { NoteRows } from './NoteRows.tsx'
import { useNoteOrder } from './noteOrder.ts'
import { NOTE_ROW_PX } from './noteRow.size.ts'
import { noteListAtom } from './notes.state.ts'
import { SelectionBar } from './SelectionBar.tsx'
import { TopicGone } from './TopicGone.tsx'
import { useLeftDrafts } from './useLeftDrafts.ts'
import { useSelection } from './useSelection.ts'
import './noteList.css'

interface NoteListProps {
  topicNo: number
  /** Beside the topics, which lead back to their list. */
  isInWorkspace: boolean
}

/** A topic's notes, page by page, and what can be done with the topic and with them. */
export function NoteList({ topicNo, isInWorkspace }: NoteListProps) {
  const { page, goToPage } = usePageInAddress()
  const [order] = useNoteOrder()
  const setTopicList = useSetAtom(topicListAtom)
  const setNoteList = useSetAtom(noteListAtom)
  const notes = useQuery(notePageQuery(topicNo, page, order))
  const isGone = useGoneTopic(topicNo, notes)
  const shown = notes.data?.notes ?? []
  const drafts = useLeftDrafts()
  const selection = useSelection(shown.map(({ noteNo }) => noteNo))
  const scroller = useKeptScroll(`notes/${topicNo}/${page}`)
  const title = notes.data?.subjectTitle
  useAnsweredPage(notes.isPlaceholderData ? undefined : notes.data?.pageIndex)

  useEffect(() => {
    setNoteList(list => ({ ...list, curPageNo: page }))
  }, [page, setNoteList])

  useEffect(() => {
    if (title === undefined) return
    setTopicList(list => ({ ...list, selectedTopicNo: topicNo, selectedTopicTitle: title }))
  }, [topicNo, title, setTopicList])

  if (isGone) return <TopicGone isInWorkspace={isInWorkspace} />
  return (
    <div className="note-list">
      <NoteListTop topicNo={topicNo} page={notes.data} selection={selection} isInWorkspace={isInWorkspace} />
      <div className="note-list__scroller" ref={scroller}>
        <DraftList drafts={draftsBeside(shown, topicNo, drafts)} />
        {notes.isPending && <SkeletonRows rows={NOTES_PER_PAGE} height={NOTE_ROW_PX} />}
        <LoadFailure query={notes} />
        {notes.data && shown.length === 0 && <EmptyState>{t('notes.empty')}</EmptyState>}
        {shown.length > 0 && (
          <NoteRows
            topicNo={topicNo}
            notes={shown}
            drafts={drafts}
            order={order}
            selection={selection}
            isWaiting={notes.isPlaceholderData}
          />
        )}
      </div>
      {selection.isOn && <SelectionBar topicNo={topicNo} selection={selection} />}
      {notes.data && shown.length > 0 && <PageIndex index={notes.data.pageIndex} onGo={goToPage} />}
    </div>
  )
}
