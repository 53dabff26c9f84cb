import type { ReactNode } from 'react'
import { type LeftDraft, nameOfDraft } from '#client/features/notes/editor/drafts/note.drafts.ts'
import { DraftMark } from '#client/features/notes/list/DraftMark.tsx'
import { draftOn, editorOf } from '#client/features/notes/list/drafts.rules.ts'
import { NoteTime } from '#client/features/notes/list/NoteTime.tsx'
import { useLeftDrafts } from '#client/features/notes/list/useLeftDrafts.ts'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { LoadFailure } from '#client/ui/LoadFailure.tsx'
import { SkeletonRows } from '#client/ui/SkeletonRows.tsx'
import { LATEST_NOTES_SHOWN } from '#protocol/limits.ts'
import { toSingleLine } from '#protocol/toSingleLine.ts'
import { HomeSection } from './HomeSection.tsx'
import { useLatestNotes } from './home.queries.ts'
import './continueWriting.css'

/** As much of a text as three lines can hold, in UTF-16 units. */
const FIRST_WORDS = 200
const SHEET_PX = 160

/** What was written last, each a way back into its editor: first what is not saved. */
export function ContinueWriting() {
  const notes = useLatestNotes()
  // Those that wait to be sent stand above, where they were written.
  const drafts = useLeftDrafts().filter(({ askedAt }) => askedAt === undefined)
  const saved = (notes.data?.notes ?? []).filter(({ noteNo }) => draftOn(noteNo, drafts) === undefined)
  const sheets = [
    ...drafts.map(draft => <DraftSheet key={draft.requestKey} draft={draft} />),
    ...saved.map(({ noteNo, title, excerpt, subjectTitle, lastUpdate }) => (
      <Sheet key={noteNo} to={paths.updateNote(noteNo)} title={title} words={excerpt}>
        <span className="writing-sheet__topic" dir="auto">
          {subjectTitle}
        </span>
        <NoteTime at={lastUpdate} />
      </Sheet>
    )),
  ].slice(0, LATEST_NOTES_SHOWN)

  return (
    <HomeSection
      id="home-writing"
      title={t('home.continue')}
      more={sheets.length > 0 ? { to: paths.topics, label: t('home.allNotes') } : undefined}
    >
      <LoadFailure query={notes} />
      {notes.isPending && sheets.length === 0 && <SkeletonRows rows={1} height={SHEET_PX} />}
      {sheets.length > 0 && (
        <ul className="writing-sheets" data-live-rows>
          {sheets}
        </ul>
      )}
      {notes.data && sheets.length === 0 && (
        <EmptyState action={<ButtonLink to={paths.newNote}>{t('home.firstNote')}</ButtonLink>}>
          {t('home.noNotes')}
        </EmptyState>
      )}
    </HomeSection>
  )
}

function DraftSheet({ draft }: { draft: LeftDraft }) {
  const words = toSingleLine(draft.text.slice(0, FIRST_WORDS).toWellFormed())
  return (
    <Sheet to={editorOf(draft)} title={nameOfDraft(draft) || t('notes.untitled')} words={words}>
      <DraftMark draft={draft} />
      <NoteTime at={new Date(draft.keptAt).toISOString()} />
    </Sheet>
  )
}

interface SheetProps {
  to: string
  title: string
  /** How it begins. */
  words: string
  children: ReactNode
}

function Sheet({ to, title, words, children }: SheetProps) {
  return (
    <li className="writing-sheet">
      <h3 className="writing-sheet__title" dir="auto">
        <Link to={to}>{title}</Link>
      </h3>
      <p className="writing-sheet__words" dir="auto">
        {words}
      </p>
      <p className="writing-sheet__facts">{children}</p>
    </li>
  )
}
