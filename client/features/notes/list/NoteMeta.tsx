import type { LeftDraft } from '#client/features/notes/editor/drafts/note.drafts.ts'
import { manuscriptPages } from '#client/features/notes/note.length.ts'
import { t } from '#client/platform/language/language.ts'
import { DecorativeText } from '#client/ui/DecorativeText.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import type { NoteItemView, NoteOrder } from '#protocol/notes.ts'
import { DraftFailure, DraftMark } from './DraftMark.tsx'
import { NoteTime } from './NoteTime.tsx'
import './noteMeta.css'

interface NoteFactsProps {
  note: NoteItemView
  /** What is written on it and not saved. */
  draft: LeftDraft | undefined
  order: NoteOrder
  /** The note itself stands beside the list. */
  isOpen?: boolean
}

/** What a list tells of a note below its title: how it begins, when it was written, and its marks. */
export function NoteMeta({ note, draft, order, isOpen = false }: NoteFactsProps) {
  return (
    <>
      {note.excerpt !== '' && (
        <p className="note-facts__excerpt" dir="auto">
          {isOpen ? <DecorativeText words={note.excerpt} /> : note.excerpt}
        </p>
      )}
      <p className="list-row__facts note-facts">
        {note.isPinned && (
          <span className="note-facts__pinned">
            <ToolIcon name="pin" />
            {t('notes.pinnedMark')}
          </span>
        )}
        <NoteTime at={order === 'created' ? note.createdAt : note.lastUpdate} />
        {note.sharedCount > 0 && (
          <span className="note-facts__shared">
            <ToolIcon name="share" />
            {t('notes.sharedCount', { count: note.sharedCount })}
          </span>
        )}
        {draft && <DraftMark draft={draft} />}
        <span>{t('common.manuscriptPages', { pages: manuscriptPages(note.length) })}</span>
      </p>
      {draft && <DraftFailure draft={draft} hasWay />}
    </>
  )
}
