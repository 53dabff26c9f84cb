import type { Viewer } from '#protocol/access.ts'
import type { Context } from '#server/context.ts'
import type { NoteSummary } from './notes.repository.ts'

/** To the author's other tabs: open editors and lists of notes. */
export function publishSaved(
  { live }: Context,
  { authorNo, noteNo, version }: Pick<NoteSummary, 'authorNo' | 'noteNo' | 'version'>,
): void {
  live.emitToUser(authorNo, 'note:saved', { noteNo, noteVersion: version })
}

/** To the author's other tabs. */
export function publishDeleted({ live }: Context, { authorNo, noteNo }: NoteSummary): void {
  live.emitToUser(authorNo, 'note:deleted', { noteNo })
}

/** To the reader's tabs, and on the first opening to the author. */
export function publishOpened(
  { live }: Context,
  { authorNo, noteNo }: Pick<NoteSummary, 'authorNo' | 'noteNo'>,
  reader: Viewer,
): void {
  live.emitToUser(reader.userNo, 'note:opened', { noteNo })
  live.emitToUser(authorNo, 'note:read', { noteNo })
}
