import type { ReactNode } from 'react'
import { DraftMark } from '#client/features/notes/list/DraftList.tsx'
import { NoteTime } from '#client/features/notes/list/NoteMeta.tsx'
import {
  type UnsavedNote,
  unsavedOfNote,
  unsavedPath,
  useUnsavedNotes,
} from '#client/features/notes/list/unsavedNotes.ts'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { ButtonLink } from '#client/ui/Button.tsx'
import { EmptyState, LoadFailure, SkeletonRows } from '#client/ui/ListStates.tsx'
import { LATEST_NOTES_SHOWN } from '#protocol/limits.ts'
import { HomeSection } from './HomeSections.tsx'
import { useLatestNotes } from './home.queries.ts'
import './continueWriting.css'

/** With three lines of text; shorter on phones (continueWriting.css). */
const SHEET_PX = 148

/** Links to the editors of the latest notes, unsaved drafts first. New members see it only once there is one. */
export function ContinueWriting({ isNewMember }: { isNewMember: boolean }) {
  const notes = useLatestNotes()
  // Drafts in the sync queue are shown in the quick note box instead.
  const drafts = useUnsavedNotes().filter(({ isQueued }) => !isQueued)
  const saved = (notes.data?.notes ?? []).filter(({ noteNo }) => unsavedOfNote(noteNo, drafts) === undefined)
  const sheets = [
    ...drafts.map(draft => <DraftSheet key={draft.documentId} draft={draft} />),
    ...saved.map(({ noteNo, title, excerpt, subjectTitle, lastUpdate }) => (
      <Sheet key={noteNo} to={paths.updateNote(noteNo)} title={title} excerpt={excerpt}>
        <span className="writing-sheet__topic" dir="auto">
          {subjectTitle}
        </span>
        <NoteTime at={lastUpdate} />
      </Sheet>
    )),
  ].slice(0, LATEST_NOTES_SHOWN)
  if (isNewMember && notes.data && sheets.length === 0) return null

  return (
    <HomeSection
      id="home-writing"
      title={t('home.continue')}
      fullListLink={sheets.length > 0 ? { to: paths.topics, label: t('home.allNotes') } : undefined}
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

function DraftSheet({ draft }: { draft: UnsavedNote }) {
  const { excerpt } = draft
  return (
    <Sheet to={unsavedPath(draft)} title={draft.title || t('notes.untitled')} excerpt={excerpt}>
      <DraftMark draft={draft} />
      <NoteTime at={new Date(draft.changedAt).toISOString()} />
    </Sheet>
  )
}

interface SheetProps {
  to: string
  title: string
  excerpt: string
  children: ReactNode
}

function Sheet({ to, title, excerpt, children }: SheetProps) {
  return (
    <li className="writing-sheet">
      <h3 className="writing-sheet__title" dir="auto">
        <Link to={to}>{title}</Link>
      </h3>
      <p className="writing-sheet__text" dir="auto">
        {excerpt}
      </p>
      <p className="writing-sheet__meta">{children}</p>
    </li>
  )
}
