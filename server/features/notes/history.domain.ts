import type { Viewer } from '#protocol/access.ts'
import { HISTORY_VERSIONS_MAX } from '#protocol/limits.ts'
import type { Context } from '#server/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { EARLIER_MAX } from './history.keeping.ts'
import type { EarlierVersionRecord } from './history.store.ts'
import { ownNote, requireAuthor } from './notes.domain.ts'

/** The note's versions, newest first; the first is the one that it has now. */
export async function listHistory(
  context: Context,
  viewer: Viewer,
  noteNo: number,
): Promise<EarlierVersionRecord[]> {
  const note = await requireAuthor(context, viewer, await context.stores.notes.byNo(noteNo))
  const kept = await context.stores.history.newest(noteNo, HISTORY_VERSIONS_MAX)
  // A save that was cut off has kept the text that the note still has.
  return [note, ...kept.filter(({ version }) => version < note.version).slice(0, EARLIER_MAX)]
}

export async function readVersion(
  context: Context,
  viewer: Viewer,
  { noteNo, version }: { noteNo: number; version: number },
): Promise<EarlierVersionRecord> {
  const { stores } = context
  const now = await ownNote(context, viewer, noteNo)
  const found =
    now.version === version ? await stores.notes.byNo(noteNo) : await stores.history.one(noteNo, version)
  if (found === null) throw notFound()
  return found
}
