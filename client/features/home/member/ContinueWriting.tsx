import type { ReactNode } from 'react'
import { DraftMark } from '#client/features/notes/list/DraftList.tsx'
import { NoteTime } from '#client/features/notes/list/NoteMeta.tsx'
import { draftEditorPath, draftOfNote, useUnsavedDrafts } from '#client/features/notes/list/unsavedDrafts.ts'
import { getDraftName, type UnlockedDraft } from '#client/features/notes/sync/note.drafts.ts'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { ButtonLink } from '#client/ui/Button.tsx'
import { EmptyState, LoadFailure, SkeletonRows } from '#client/ui/ListStates.tsx'
import { EXCERPT_SEARCH_LENGTH, excerptOf } from '#protocol/excerpt.ts'
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
  const drafts = useUnsavedDrafts().filter(({ askedAt }) => askedAt === undefined)
  const saved = (notes.data?.notes ?? []).filter(({ noteNo }) => draftOfNote(noteNo, drafts) === undefined)
  const sheets = [
    ...drafts.map(draft => <DraftSheet key={draft.requestKey} draft={draft} />),
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

function DraftSheet({ draft }: { draft: UnlockedDraft }) {
  const excerpt = excerptOf(draft.text.slice(0, EXCERPT_SEARCH_LENGTH).toWellFormed()).text
  return (
    <Sheet to={draftEditorPath(draft)} title={getDraftName(draft) || t('notes.untitled')} excerpt={excerpt}>
      <DraftMark draft={draft} />
      <NoteTime at={new Date(draft.keptAt).toISOString()} />
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
