import { PublicMark } from '#client/features/publicLinks/PublicMark.tsx'
import { t, useLanguage } from '#client/platform/language/language.ts'
import { dayKey, formatClock, formatDay } from '#client/platform/language/time.ts'
import { DecorativeText } from '#client/ui/Decorative.tsx'
import { dateTooltip } from '#client/ui/dateTooltip.ts'
import { useDayChange } from '#client/ui/RelativeTime.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import type { NoteItemView } from '#protocol/notes.ts'
import { DraftFailure, DraftMark } from './DraftList.tsx'
import type { UnsavedNote } from './unsavedNotes.ts'
import './noteList.css'

/** The height of a row, for skeleton rows. */
export const NOTE_ROW_PX = 72

interface NoteFactsProps {
  note: NoteItemView
  /** The unsaved draft on this note. */
  draft: UnsavedNote | undefined
  /** The note is open next to the list. */
  isOpen?: boolean
}

/** The line below the title of a note in a list: the draft, the excerpt, and the number of rooms. */
export function NoteMeta({ note, draft, isOpen = false }: NoteFactsProps) {
  return (
    <>
      <p className="note-meta">
        {draft && <DraftMark draft={draft} />}
        <span className="note-meta__excerpt" dir="auto">
          {isOpen ? <DecorativeText words={note.excerpt} /> : note.excerpt}
        </span>
        {note.partCount !== undefined && (
          <span className="note-meta__parts">{t('series.parts', { count: note.partCount })}</span>
        )}
        <PublicMark noteNo={note.noteNo} />
        {note.sharedCount > 0 && (
          <span className="note-meta__shared" title={t('notes.sharedCount', { count: note.sharedCount })}>
            <ToolIcon name="share" />
            <span className="visually-hidden">{t('notes.sharedCount', { count: note.sharedCount })}</span>
            <span aria-hidden="true">{note.sharedCount}</span>
          </span>
        )}
      </p>
      {draft && <DraftFailure draft={draft} hasLink />}
    </>
  )
}

/** The time of day for today, otherwise the date. `at`: ISO 8601. */
export function NoteTime({ at }: { at: string }) {
  const { language } = useLanguage()
  useDayChange()
  const date = new Date(at)
  const now = Date.now()
  const isToday = dayKey(date) === dayKey(new Date(now))
  return (
    <time dateTime={at} {...dateTooltip(date, language)}>
      {isToday ? t('notes.today', { time: formatClock(date, language) }) : formatDay(date, language, now)}
    </time>
  )
}
