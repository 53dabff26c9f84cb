import { headNoOf } from '#protocol/access.ts'
import type { Context } from '#server/context.ts'
import { mutateHubs } from '#server/features/hubs/hubs.mutation.ts'
import { publishNoteChanged } from '#server/features/shares/shares.events.ts'
import type { NoteRecord } from './notes.repository.ts'
import type { SavedNote } from './notes.saving.repository.ts'

/** Publishes the note in the hubs in which it is shared. */
export async function publishNote(context: Context, note: SavedNote): Promise<void> {
  const hubNosOf = async () =>
    note.everShared ? context.repositories.shares.findHubsByNote(note.noteNo) : []
  await mutateHubs(context, hubNosOf, {
    save: () => note,
    publish: hub => publishNoteChanged(context, hub, note),
  })
}

/** A later part was saved, added or deleted: publishes this as a change of the first part. False if that is gone. */
export async function publishHeadOf(
  context: Context,
  part: Pick<NoteRecord, 'noteNo' | 'series'>,
  at: Date,
): Promise<boolean> {
  const head = await context.repositories.series.touchHead(headNoOf(part), at)
  if (head === null) return false
  await publishNote(context, head)
  return true
}
