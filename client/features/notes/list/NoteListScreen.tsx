import { useQuery } from '@tanstack/react-query'
import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { notePageQuery } from '#client/features/notes/notes.queries.ts'
import { RenameTopic } from '#client/features/topics/RenameTopic.tsx'
import { topicListAtom } from '#client/features/topics/topics.state.ts'
import { paths } from '#client/paths.ts'
import { CallFailed, failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import {
  useAnsweredPage,
  useNumberInAddress,
  usePageInAddress,
} from '#client/platform/router/pageInAddress.ts'
import { Redirect } from '#client/platform/router/Redirect.tsx'
import { Button } from '#client/ui/Button.tsx'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { Icon } from '#client/ui/Icon.tsx'
import { PageIndex } from '#client/ui/PageIndex.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { SkeletonRows } from '#client/ui/SkeletonRows.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import { NOTES_PER_PAGE } from '#protocol/limits.ts'
import { DeleteTopic } from './DeleteTopic.tsx'
import { DraftList } from './DraftList.tsx'
import { NoteRows } from './NoteRows.tsx'
import { noteListAtom } from './notes.state.ts'
import { useLeftDrafts } from './useLeftDrafts.ts'
import './noteList.css'

/** The notes of the topic in the address. */
export function NoteListScreen() {
  const topicNo = useNumberInAddress('topic')
  return topicNo === null ? <Redirect to={paths.topics} /> : <NoteList key={topicNo} topicNo={topicNo} />
}

function NoteList({ topicNo }: { topicNo: number }) {
  const { page, goToPage } = usePageInAddress()
  const [isRenaming, setRenaming] = useState(false)
  const [asksToDelete, setAsksToDelete] = useState(false)
  const { selectedTopicNo, selectedTopicTitle } = useAtomValue(topicListAtom)
  const setNoteList = useSetAtom(noteListAtom)
  const notes = useQuery(notePageQuery(topicNo, page))
  const drafts = useLeftDrafts()
  const ofNewNotes = drafts.filter(({ subject }) => 'topicNo' in subject && subject.topicNo === topicNo)
  useAnsweredPage(notes.isPlaceholderData ? undefined : notes.data?.pageIndex)

  useEffect(() => {
    setNoteList(list => ({ ...list, curPageNo: page }))
  }, [page, setNoteList])

  if (notes.error instanceof CallFailed && notes.error.code === 'notFound') return <TopicGone />

  const remembered = selectedTopicNo === topicNo ? selectedTopicTitle : t('topics.title')
  return (
    <div className="note-list">
      <div className="note-list__head">
        <ScreenTitle title={notes.data?.subjectTitle ?? remembered} hidden={isRenaming} />
        {isRenaming && notes.data && (
          <RenameTopic topicNo={topicNo} title={notes.data.subjectTitle} onDone={() => setRenaming(false)} />
        )}
        {notes.data && !isRenaming && (
          <Button
            kind="quiet"
            className="note-list__rename"
            aria-label={t('topics.rename')}
            onClick={() => setRenaming(true)}
          >
            <ToolIcon name="pen" />
          </Button>
        )}
        {notes.data && !isRenaming && (
          <p className="note-list__count">{t('topics.noteCount', { count: notes.data.noteCount })}</p>
        )}
      </div>
      <div className="note-list__actions">
        <ToTopics />
        <Button
          kind="quiet-danger"
          disabled={!notes.data}
          aria-expanded={asksToDelete}
          onClick={() => setAsksToDelete(true)}
        >
          {t('notes.deleteTopic')}
        </Button>
        <ButtonLink kind="primary" to={paths.createNote(topicNo)}>
          <ToolIcon name="pen" />
          {t('notes.write')}
        </ButtonLink>
      </div>
      {asksToDelete && notes.data && (
        <DeleteTopic
          topicNo={topicNo}
          noteCount={notes.data.noteCount}
          onCancel={() => setAsksToDelete(false)}
        />
      )}
      <DraftList drafts={ofNewNotes} />
      {notes.isPending && <SkeletonRows rows={NOTES_PER_PAGE} height={NOTE_ROW_PX} />}
      {notes.isError && !notes.data && (
        <ErrorState onRetry={() => void notes.refetch()} busy={notes.isFetching}>
          {t('list.loadFailed')} {failureText(notes.error)}
        </ErrorState>
      )}
      {notes.data?.notes.length === 0 && <EmptyState>{t('notes.empty')}</EmptyState>}
      {notes.data && notes.data.notes.length > 0 && (
        <>
          <NoteRows
            topicNo={topicNo}
            notes={notes.data.notes}
            drafts={drafts}
            isWaiting={notes.isPlaceholderData}
          />
          <PageIndex index={notes.data.pageIndex} onGo={goToPage} />
        </>
      )}
    </div>
  )
}

const NOTE_ROW_PX = 65

/** Leads back to the page of topics that was open. */
function ToTopics() {
  const { curPageNo } = useAtomValue(topicListAtom)
  return (
    <ButtonLink kind="quiet" to={paths.topicsPage(curPageNo)}>
      <Icon name="back" />
      {t('notes.topicList')}
    </ButtonLink>
  )
}

function TopicGone() {
  return (
    <>
      <ScreenTitle title={t('topics.title')} hidden />
      <ErrorState>{t('topics.gone')}</ErrorState>
      <p className="note-list__way-back">
        <ToTopics />
      </p>
    </>
  )
}
