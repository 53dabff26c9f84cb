import type { Shortcut } from '#client/platform/browser/keyboard.ts'

/** Opens the note of today from any screen. No browser uses this key. */
export const dailyNoteShortcut: Shortcut = { code: 'KeyJ', alt: true }

export const DAILY_NOTE_PATH = '/note/new?today'

interface DailyNoteState {
  /** The user has chosen the note of today in the app. */
  wantsDailyNote: true
}

/**
 * The state of history entries with which the note of today is created if it is missing. The address alone does not create it, because any
 * website can link to it.
 */
export const DAILY_NOTE_STATE: DailyNoteState = { wantsDailyNote: true }

export function wantsDailyNote(state: unknown): boolean {
  return (state as Partial<DailyNoteState> | null)?.wantsDailyNote === true
}
