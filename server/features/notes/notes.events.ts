import type { Viewer } from '#protocol/access.ts'
import type { Context } from '#server/context.ts'
import type { NoteSummary } from './notes.store.ts'

/** For the author's other screens: editors in which it is open, and lists that show it, or are to. */
export function publishSaved(
  { live }: Context,
  { authorNo, noteNo, version }: Pick<NoteSummary, 'authorNo' | 'noteNo' | 'version'>,
): void {
  live.emitToUser(authorNo, 'note:saved', { noteNo, noteVersion: version })
}

/** Likewise. */
export function publishDeleted({ live }: Context, { authorNo, noteNo }: NoteSummary): void {
  live.emitToUser(authorNo, 'note:deleted', { noteNo })
}

/** To the reader's tabs, and to the author, that somebody has opened it for the first time. */
export function publishOpened(
  { live }: Context,
  { authorNo, noteNo }: Pick<NoteSummary, 'authorNo' | 'noteNo'>,
  reader: Viewer,
): void {
  live.emitToUser(reader.userNo, 'note:opened', { noteNo })
  live.emitToUser(authorNo, 'note:read', { noteNo })
}
