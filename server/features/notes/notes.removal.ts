import type { Context } from '#server/context.ts'
import { withdrawShares } from '#server/features/shares/shares.withdrawal.ts'

/**
 * The note goes first, so that no share of it can begin any more; then its history, and it leaves the hubs. Safe to repeat.
 */
export async function removeNote(context: Context, noteNo: number): Promise<void> {
  await context.stores.notes.delete(noteNo)
  await context.stores.history.deleteAll(noteNo)
  await withdrawShares(context, { noteNo }, 'deleted')
}
