import type { Context } from '#server/context.ts'
import { announceDeleted } from './comments.events.ts'

/** Of notes that nobody can read any more. Safe to repeat. */
export async function removeThreadsOfNotes({ stores }: Context, noteNos: readonly number[]): Promise<void> {
  await stores.comments.deleteOfNotes(noteNos)
  await stores.commentReads.deleteOfNotes(noteNos)
}

/** Of a hub that nobody is in any more. Safe to repeat. */
export async function removeThreadsOfHub({ stores }: Context, hubNo: number): Promise<void> {
  await stores.comments.deleteOfHub(hubNo)
  await stores.commentReads.deleteOfHub(hubNo)
}

/** All that somebody ever said, in the threads that are hidden, too. Safe to repeat. */
export async function removeCommentsOf(context: Context, writerNo: number): Promise<void> {
  const { comments } = context.stores
  for (const comment of await comments.ofWriter(writerNo))
    if (await comments.delete(comment.commentNo)) await announceDeleted(context, comment)
}
