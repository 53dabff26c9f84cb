import { HISTORY_VERSIONS_MAX } from '#protocol/limits.ts'
import type { Context } from '#server/context.ts'
import { versionsToForget } from './history.rules.ts'
import type { NoteRecord } from './notes.store.ts'

/** Beside the text that the note has now. */
export const EARLIER_MAX = HISTORY_VERSIONS_MAX - 1

/** Keeps what is about to be replaced: called before the replacing save, so that no crash can come in between. */
export async function keepVersion(
  { stores, clock }: Context,
  note: NoteRecord,
  { losesText }: { losesText: boolean },
): Promise<void> {
  await stores.history.keep({ ...note, ...(losesText && { losesText }) })
  // A note has fewer earlier texts than versions.
  if (note.version <= EARLIER_MAX) return
  const earlier = await stores.history.times(note.noteNo)
  const forgotten = versionsToForget(earlier, EARLIER_MAX, clock())
  if (forgotten.length > 0) await stores.history.forget(note.noteNo, forgotten)
}
