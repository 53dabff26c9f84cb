import type { Context } from '#server/context.ts'
import { mutateHub } from '#server/features/hubs/hubs.mutation.ts'
import { publishDeleted } from './comments.events.ts'
import { deleteNotificationsOfComment } from './comments.notifications.ts'
import type { CommentRecord } from './comments.store.ts'

/** Of notes that nobody can read any more. Safe to repeat. */
export async function removeThreadsOfNotes({ stores }: Context, noteNos: readonly number[]): Promise<void> {
  await stores.comments.deleteOfNotes(noteNos)
  await stores.reactions.deleteOfNotes(noteNos)
  await stores.commentReads.deleteOfNotes(noteNos)
  await stores.notifications.deleteOfNotes(noteNos)
}

/** Of a hub that nobody is in any more. Safe to repeat. */
export async function removeThreadsOfHub({ stores }: Context, hubNo: number): Promise<void> {
  await stores.comments.deleteOfHub(hubNo)
  await stores.reactions.deleteOfHub(hubNo)
  await stores.commentReads.deleteOfHub(hubNo)
  await stores.notifications.deleteOfHub(hubNo)
}

/** All that somebody ever said, in the threads that are hidden, too. Safe to repeat. */
export async function removeCommentsOf(context: Context, writerNo: number): Promise<void> {
  for (const comment of await context.stores.comments.ofWriter(writerNo))
    await removeComment(context, comment)
}

/** Safe to repeat: what is gone already is not told again. */
export async function removeComment(context: Context, comment: CommentRecord): Promise<void> {
  const { stores, clock } = context
  await mutateHub(context, comment.hubNo, {
    async save() {
      const deleted = await stores.comments.delete(comment, clock())
      if (deleted) await stores.reactions.deleteOfComment(comment)
      return deleted
    },
    async publish(hub) {
      await publishDeleted(context, hub, comment)
      await deleteNotificationsOfComment(context, comment)
    },
  })
}

/** Counts anew the threads in which a comment came or went as the server or the database died; their screens read them again. */
export async function settleThreads(context: Context, before: Date): Promise<void> {
  // What it tells is the gap alone, which has every screen read again.
  for (const thread of await context.stores.threads.leftBefore(before))
    await mutateHub(context, thread.hubNo, {
      save: async () => (await context.stores.threads.recount(thread)) || null,
      publish: () => undefined,
    })
}
