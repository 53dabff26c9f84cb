import { useQuery } from '@tanstack/react-query'
import { useAtom } from 'jotai'
import { type MouseEvent, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { DraftList } from '#client/features/notes/list/DraftList.tsx'
import { NewNoteLink, NoteListTools } from '#client/features/notes/list/NoteListHeader.tsx'
import { NOTE_ROW_PX, NoteMeta } from '#client/features/notes/list/NoteMeta.tsx'
import { SearchBox } from '#client/features/notes/list/NoteSearch.tsx'
import { noteListAtom, useNoteOrder } from '#client/features/notes/list/noteList.state.ts'
import { draftOfNote, useUnsavedDrafts } from '#client/features/notes/list/unsavedDrafts.ts'
import { notePageQuery } from '#client/features/notes/notes.queries.ts'
import type { UnlockedDraft } from '#client/features/notes/sync/note.drafts.ts'
import { useIsTopicDeleted } from '#client/features/topics/topics.state.ts'
import { paths } from '#client/paths.ts'
import { requestHeadingFocus } from '#client/platform/browser/headingFocus.ts'
import { isPlainClick } from '#client/platform/browser/links.ts'
import { moveRowFocus } from '#client/platform/browser/rowFocus.ts'
import { useScrollRestoration } from '#client/platform/browser/scrollRestoration.ts'
import { t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { ColumnPager } from '#client/ui/ColumnPager.tsx'
import { DecorativeText } from '#client/ui/Decorative.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { EmptyState, LoadFailure, SkeletonRows } from '#client/ui/ListStates.tsx'
import { NOTES_PER_PAGE } from '#protocol/limits.ts'
import type { NoteItemView, NoteOrder } from '#protocol/notes.ts'
import '#client/features/notes/list/noteList.css'
import '#client/ui/listRow.css'

interface NoteColumnProps {
  /** Null while unknown, or if there is none. */
  topicNo: number | null
  /** The open note. */
  noteNo: number | null
  /** Shows the search box and the drafts of all topics on top. */
  isBesideTopics: boolean
}

/** Links to a topic's notes, next to the topics or next to the open note. */
export function NoteColumn({ topicNo, noteNo, isBesideTopics }: NoteColumnProps) {
  const drafts = useUnsavedDrafts()
  return (
    <div className="note-list">
      {isBesideTopics && <SearchBox query="" />}
      {isBesideTopics && <DraftList drafts={drafts} />}
      {topicNo !== null && (
        <Notes key={topicNo} topicNo={topicNo} noteNo={noteNo} hasActions={!isBesideTopics} />
      )}
    </div>
  )
}

function Notes({
  topicNo,
  noteNo,
  hasActions,
}: {
  topicNo: number
  noteNo: number | null
  hasActions: boolean
}) {
  const [{ curPageNo }, setNoteList] = useAtom(noteListAtom)
  const page = noteNo === null ? 1 : curPageNo
  const [order] = useNoteOrder()
  const notes = useQuery(notePageQuery(topicNo, page, order))
  const isDeleted = useIsTopicDeleted(topicNo, notes)
  const drafts = useUnsavedDrafts()
  const scroller = useScrollRestoration(`notes/${topicNo}/${page}`)

  if (isDeleted) return <ErrorState>{t('topics.gone')}</ErrorState>
  return (
    <nav className="note-list__column" aria-label={t('notes.ofTopic')}>
      <div className="note-list__header">
        <div className="note-list__title-row">
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
        {hasActions && (
          <div className="note-list__actions">
            <NewNoteLink topicNo={topicNo} />
          </div>
        )}
        {hasActions && <NoteListTools />}
      </div>
      <div className="note-list__scroller" ref={scroller}>
        {notes.isPending && <SkeletonRows rows={NOTES_PER_PAGE} height={NOTE_ROW_PX} />}
        <LoadFailure query={notes} />
        {notes.data?.notes.length === 0 && (
          <EmptyState action={!hasActions && <NewNoteLink topicNo={topicNo} />}>
            {t('notes.empty')}
          </EmptyState>
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
          labels={{ all: t('notes.notePages'), before: t('notes.notesBefore'), after: t('notes.notesAfter') }}
          index={notes.data.pageIndex}
          onGo={to => setNoteList(list => ({ ...list, curPageNo: to }))}
        />
      )}
    </nav>
  )
}

interface NoteLinksProps {
  notes: readonly NoteItemView[]
  /** The open note. */
  noteNo: number | null
  drafts: readonly UnlockedDraft[]
  order: NoteOrder
  /** Another page is loading. */
  isWaiting: boolean
}

function NoteLinks({ notes, noteNo, drafts, order, isWaiting }: NoteLinksProps) {
  const navigate = useNavigate()
  const current = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (noteNo !== null) current.current?.scrollIntoView({ block: 'nearest' })
  }, [noteNo])

  /** Replaces the history entry of the open note, so that Back returns to the list. The heading receives the focus. */
  function openNote(event: MouseEvent, address: string): void {
    if (noteNo === null || !isPlainClick(event)) return
    event.preventDefault()
    requestHeadingFocus()
    void navigate(address, { replace: true })
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: rows, and no fields
    <div role="group" data-live-rows onKeyDown={moveRowFocus} aria-busy={isWaiting}>
      {notes.map(note => {
        const isOpen = note.noteNo === noteNo
        return (
          <div className="list-row note-row" key={note.noteNo} ref={isOpen ? current : undefined}>
            <div className="list-row__text">
              <p className="list-row__title note-row__title" dir="auto">
                <Link
                  className="list-row__link"
                  data-row
                  to={paths.note(note.noteNo)}
                  aria-current={isOpen ? 'page' : undefined}
                  aria-label={isOpen ? note.title : undefined}
                  onClick={event => openNote(event, paths.note(note.noteNo))}
                >
                  {isOpen ? <DecorativeText words={note.title} /> : note.title}
                </Link>
              </p>
              <NoteMeta note={note} draft={draftOfNote(note.noteNo, drafts)} order={order} isOpen={isOpen} />
            </div>
          </div>
        )
      })}
    </div>
  )
}
