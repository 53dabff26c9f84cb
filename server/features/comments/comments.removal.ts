import type { Context } from '#server/context.ts'
import { mutateHub } from '#server/features/hubs/hubs.mutation.ts'
import { publishDeleted } from './comments.events.ts'
import { deleteNotificationsOfComment } from './comments.notifications.ts'
import type { CommentRecord } from './comments.repository.ts'

/** For notes that nobody can read any more. Idempotent. */
export async function removeThreadsOfNotes(
  { repositories }: Context,
  noteNos: readonly number[],
): Promise<void> {
  await repositories.comments.deleteByNotes(noteNos)
  await repositories.reactions.deleteByNotes(noteNos)
  await repositories.highlights.deleteByNotes(noteNos)
  await repositories.commentReads.deleteByNotes(noteNos)
  await repositories.notifications.deleteByNotes(noteNos)
}

/** For a hub without members. Idempotent. */
export async function removeThreadsOfHub({ repositories }: Context, hubNo: number): Promise<void> {
  await repositories.comments.deleteByHub(hubNo)
  await repositories.reactions.deleteByHub(hubNo)
  await repositories.highlights.deleteByHub(hubNo)
  await repositories.commentReads.deleteByHub(hubNo)
  await repositories.notifications.deleteByHub(hubNo)
}

/** Removes all comments of a user, also in hidden threads. Idempotent. */
export async function removeCommentsOf(context: Context, writerNo: number): Promise<void> {
  for (const comment of await context.repositories.comments.findByWriter(writerNo))
    await removeComment(context, comment)
}

/** Idempotent: publishes a deletion only once. */
export async function removeComment(context: Context, comment: CommentRecord): Promise<void> {
  const { repositories, clock } = context
  await mutateHub(context, comment.hubNo, {
    async save() {
      const deleted = await repositories.comments.delete(comment, clock())
      if (deleted) await repositories.reactions.deleteByComment(comment)
      return deleted
    },
    async publish(hub) {
      await publishDeleted(context, hub, comment)
      await deleteNotificationsOfComment(context, comment)
    },
  })
}

/** Recounts threads whose comment count may be wrong after a crash, and makes clients refetch them. */
export async function settleThreads(context: Context, before: Date): Promise<void> {
  // Bumps the version without an event, so that clients notice a gap and refetch.
  for (const thread of await context.repositories.threads.findInterrupted(before))
    await mutateHub(context, thread.hubNo, {
      save: async () => (await context.repositories.threads.recount(thread)) || null,
      publish: () => undefined,
    })
}
