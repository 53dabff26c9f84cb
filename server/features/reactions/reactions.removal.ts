import { NOTE_ITSELF } from '#protocol/reactions.ts'
import type { Context } from '#server/context.ts'
import { mutateHub } from '#server/features/hubs/hubs.mutation.ts'
import { publishNumbers } from '#server/features/inbox/inbox.events.ts'
import { publishReaction } from './reactions.events.ts'
import type { ReactionRecord } from './reactions.store.ts'

/** All with which somebody ever empathized. Safe to repeat. */
export async function removeReactionsOf(context: Context, userNo: number): Promise<void> {
  const { stores } = context
  for (const reaction of await stores.reactions.ofUser(userNo))
    await mutateHub(context, reaction.hubNo, {
      async save() {
        await stores.reactions.remove(reaction)
        return reaction
      },
      async publish(hub) {
        await publishReaction(context, hub, reaction)
        await deleteNotificationsOfReaction(context, reaction)
      },
    })
}

/** Whoever was told that somebody empathizes is told so no more. */
export async function deleteNotificationsOfReaction(
  context: Context,
  { hubNo, noteNo, commentNo, userNo }: Omit<ReactionRecord, 'since'>,
): Promise<void> {
  const about = { commentNo: commentNo === NOTE_ITSELF ? null : commentNo, byNo: userNo }
  await publishNumbers(context, await context.stores.notifications.forgetReaction({ hubNo, noteNo }, about))
}
