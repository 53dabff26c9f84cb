import { headNoOf, isLaterPart, type Viewer } from '#protocol/access.ts'
import type { Context } from '#server/context.ts'
import type { NoteSummary } from './notes.repository.ts'

/** To the author's other tabs: open editors and lists of notes. */
export function publishSaved(
  { live }: Context,
  note: Pick<NoteSummary, 'authorNo' | 'noteNo' | 'version' | 'series'>,
): void {
  const { authorNo, noteNo, version } = note
  live.emitToUser(authorNo, 'note:saved', { noteNo, noteVersion: version, ...headOf(note) })
}

/** To the author's other tabs. */
export function publishDeleted({ live }: Context, note: NoteSummary): void {
  const { authorNo, noteNo } = note
  live.emitToUser(authorNo, 'note:deleted', { noteNo, ...headOf(note) })
}

const headOf = (note: Pick<NoteSummary, 'noteNo' | 'series'>) =>
  isLaterPart(note) ? { headNo: headNoOf(note) } : {}

/** To the reader's tabs, and on the first opening to the author. */
export function publishOpened(
  { live }: Context,
  { authorNo, noteNo }: Pick<NoteSummary, 'authorNo' | 'noteNo'>,
  reader: Viewer,
): void {
  live.emitToUser(reader.userNo, 'note:opened', { noteNo })
  live.emitToUser(authorNo, 'note:read', { noteNo })
}
