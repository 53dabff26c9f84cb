import type { Viewer } from '#protocol/access.ts'
import { HISTORY_VERSIONS_MAX } from '#protocol/limits.ts'
import type { Context } from '#server/context.ts'
import { notFound } from '#server/platform/errors.ts'
import type { EarlierVersionRecord } from './history.repository.ts'
import { ownNote, requireAuthor } from './notes.service.ts'
import { EARLIER_MAX } from './updateNote.service.ts'

/** Versions of the note, newest first, starting with the current text. */
export async function listHistory(
  context: Context,
  viewer: Viewer,
  noteNo: number,
): Promise<EarlierVersionRecord[]> {
  const note = await requireAuthor(context, viewer, await context.repositories.notes.findByNo(noteNo))
  const versions = await context.repositories.history.findNewest(noteNo, HISTORY_VERSIONS_MAX)
  // An interrupted save may have kept the text that the note still has.
  const current = {
    ...note,
    ...(note.editingSession?.writerNos && { writerNos: note.editingSession.writerNos }),
  }
  return [current, ...versions.filter(({ version }) => version < note.version).slice(0, EARLIER_MAX)]
}

export async function readVersion(
  context: Context,
  viewer: Viewer,
  { noteNo, version }: { noteNo: number; version: number },
): Promise<EarlierVersionRecord> {
  const { repositories } = context
  const now = await ownNote(context, viewer, noteNo)
  const found =
    now.version === version
      ? await repositories.notes.findByNo(noteNo)
      : await repositories.history.findVersion(noteNo, version)
  if (found === null) throw notFound()
  return found
}
