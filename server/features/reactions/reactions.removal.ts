import { NOTE_ITSELF } from '#protocol/reactions.ts'
import type { Context } from '#server/context.ts'
import { changeInHub } from '#server/features/hubs/hubs.change.ts'
import { announceNumbers } from '#server/features/inbox/inbox.events.ts'
import { announceReaction } from './reactions.events.ts'
import type { ReactionRecord } from './reactions.store.ts'

/** All with which somebody ever empathized. Safe to repeat. */
export async function removeReactionsOf(context: Context, userNo: number): Promise<void> {
  const { stores } = context
  for (const reaction of await stores.reactions.ofUser(userNo))
    await changeInHub(context, reaction.hubNo, {
      async save() {
        await stores.reactions.remove(reaction)
        return reaction
      },
      async tell(hub) {
        await announceReaction(context, hub, reaction)
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
  await announceNumbers(context, await context.stores.notifications.forgetReaction({ hubNo, noteNo }, about))
}
