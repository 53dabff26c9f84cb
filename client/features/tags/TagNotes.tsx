import { useQuery } from '@tanstack/react-query'
import { BackToTopicsLink } from '#client/features/notes/list/NoteListHeader.tsx'
import { NOTE_ROW_PX, NoteTime } from '#client/features/notes/list/NoteMeta.tsx'
import { paths } from '#client/paths.ts'
import { moveRowFocus } from '#client/platform/browser/rowFocus.ts'
import { t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { useCorrectedPage, usePageParameter } from '#client/platform/router/navigation.tsx'
import { EmptyState, LoadFailure, SkeletonRows } from '#client/ui/ListStates.tsx'
import { PageIndex } from '#client/ui/PageIndex.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { NOTES_PER_PAGE } from '#protocol/limits.ts'
import { tagPageQuery } from './tags.queries.ts'
import '#client/features/notes/list/noteList.css'
import '#client/features/notes/list/noteRows.css'
import './tags.css'

interface TagNotesProps {
  tag: string
  /** In the workspace, in the column beside the topics. */
  isInColumn: boolean
  /** The note in the next column. */
  previewedNo: number | null | undefined
}

/** A page of the notes with a tag across topics, last changed first. */
export function TagNotes({ tag, isInColumn, previewedNo }: TagNotesProps) {
  const { page, goToPage } = usePageParameter()
  const notes = useQuery(tagPageQuery(tag, page))
  const rows = notes.data?.notes ?? []
  const Title = isInColumn ? 'p' : 'h2'
  useCorrectedPage(notes.isPlaceholderData ? undefined : notes.data?.pageIndex)
  return (
    <nav className="note-list tag-notes" aria-label={t('tags.notes', { tag })}>
      <div className="note-list__header">
        <div className="note-list__title-row">
          {!isInColumn && <BackToTopicsLink />}
          <ScreenTitle title={`#${tag}`} />
          {notes.data && (
            <span className="tag-notes__count">{t('topics.noteCount', { count: notes.data.noteCount })}</span>
          )}
        </div>
      </div>
      <div className="note-list__scroller">
        {notes.isPending && <SkeletonRows rows={NOTES_PER_PAGE} height={NOTE_ROW_PX} />}
        <LoadFailure query={notes} />
        {notes.data && rows.length === 0 && <EmptyState>{t('tags.empty', { tag })}</EmptyState>}
        {rows.length > 0 && (
          <ul
            className="note-rows"
            data-live-rows
            onKeyDown={moveRowFocus}
            aria-busy={notes.isPlaceholderData}
          >
            {rows.map(({ noteNo, title, excerpt, subjectTitle, lastUpdate }) => (
              <li className={`note-row ${noteNo === previewedNo ? 'note-row--current' : ''}`} key={noteNo}>
                <div className="note-row__text">
                  <div className="note-row__line">
                    <Title className="note-row__title" dir="auto">
                      <Link
                        className="note-row__link"
                        data-row
                        to={paths.note(noteNo)}
                        aria-current={noteNo === previewedNo || undefined}
                      >
                        {title}
                      </Link>
                    </Title>
                    <span className="note-row__time">
                      <NoteTime at={lastUpdate} />
                    </span>
                  </div>
                  <p className="note-meta">
                    <span className="note-meta__excerpt" dir="auto">
                      {excerpt === '' ? subjectTitle : `${subjectTitle} · ${excerpt}`}
                    </span>
                  </p>
                </div>
              </li>
            ))}
          </ul>
        )}
      </div>
      {notes.data && rows.length > 0 && (
        <PageIndex label={t('page.label')} index={notes.data.pageIndex} onGo={goToPage} />
      )}
    </nav>
  )
}
