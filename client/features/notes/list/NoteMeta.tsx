import { manuscriptPages } from '#client/features/notes/note.length.ts'
import type { UnlockedDraft } from '#client/features/notes/sync/note.drafts.ts'
import { t, useLanguage } from '#client/platform/language/language.ts'
import { dayKey, formatClock, formatDateTime, formatDay } from '#client/platform/language/time.ts'
import { DecorativeText } from '#client/ui/Decorative.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import type { NoteItemView, NoteOrder } from '#protocol/notes.ts'
import { DraftFailure, DraftMark } from './DraftList.tsx'
import './noteList.css'

/** The height of a row with an excerpt, for skeleton rows. */
export const NOTE_ROW_PX = 88

interface NoteFactsProps {
  note: NoteItemView
  /** The unsaved draft on this note. */
  draft: UnlockedDraft | undefined
  order: NoteOrder
  /** The note is open next to the list. */
  isOpen?: boolean
}

/** The excerpt, time and badges below the title of a note in a list. */
export function NoteMeta({ note, draft, order, isOpen = false }: NoteFactsProps) {
  return (
    <>
      {note.excerpt !== '' && (
        <p className="note-meta__excerpt" dir="auto">
          {isOpen ? <DecorativeText words={note.excerpt} /> : note.excerpt}
        </p>
      )}
      <p className="list-row__meta note-meta">
        {note.isPinned && (
          <span className="note-meta__pinned">
            <ToolIcon name="pin" />
            {t('notes.pinnedMark')}
          </span>
        )}
        <NoteTime at={order === 'created' ? note.createdAt : note.lastUpdate} />
        {note.sharedCount > 0 && (
          <span className="note-meta__shared">
            <ToolIcon name="share" />
            {t('notes.sharedCount', { count: note.sharedCount })}
          </span>
        )}
        {draft && <DraftMark draft={draft} />}
        <span>{t('common.manuscriptPages', { pages: manuscriptPages(note.length) })}</span>
      </p>
      {draft && <DraftFailure draft={draft} hasLink />}
    </>
  )
}

/** The time of day for today, otherwise the date. `at`: ISO 8601. */
export function NoteTime({ at }: { at: string }) {
  const { language } = useLanguage()
  const date = new Date(at)
  const now = Date.now()
  const isToday = dayKey(date) === dayKey(new Date(now))
  return (
    <time dateTime={at} title={formatDateTime(date, language)}>
      {isToday ? t('notes.today', { time: formatClock(date, language) }) : formatDay(date, language, now)}
    </time>
  )
}
