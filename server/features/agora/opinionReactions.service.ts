import { canReactToSuggestion, type Viewer } from '#protocol/access.ts'
import type { OpinionReactionView } from '#protocol/agora.ts'
import type { Context } from '#server/context.ts'
import { forbidden, notFound } from '#server/platform/errors.ts'
import { publishOwnReaction, publishSuggestionReaction } from './agora.events.ts'

/** Idempotent, but publishes each time: an earlier call may have failed before publishing. */
export async function setSuggestionReaction(
  context: Context,
  viewer: Viewer,
  { suggestionNo, isOn }: { suggestionNo: number; isOn: boolean },
): Promise<{ version: number; empathy: OpinionReactionView }> {
  const { repositories, clock } = context
  const suggestion = await repositories.suggestions.findByNo(suggestionNo)
  if (suggestion === null) throw notFound()
  if (!canReactToSuggestion(viewer, suggestion)) throw forbidden()
  const reaction = { suggestionNo, userNo: viewer.userNo }
  if (isOn) {
    await repositories.opinionReactions.add({ ...reaction, since: clock() })
    // The suggestion was deleted meanwhile, and the cleanup may have missed this reaction.
    if ((await repositories.suggestions.findByNo(suggestionNo)) === null) {
      await repositories.opinionReactions.remove(reaction)
      throw notFound()
    }
  } else await repositories.opinionReactions.remove(reaction)
  const event = await publishSuggestionReaction(context, suggestionNo)
  publishOwnReaction(context, reaction, isOn)
  return { version: event.version, empathy: { suggestionNo, count: event.count, isMine: isOn } }
}

/** Removes all reactions of a user. Idempotent. */
export async function removeOpinionReactionsOf(context: Context, userNo: number): Promise<void> {
  const { opinionReactions } = context.repositories
  for (const { suggestionNo } of await opinionReactions.findByUser(userNo)) {
    await opinionReactions.remove({ suggestionNo, userNo })
    await publishSuggestionReaction(context, suggestionNo)
  }
}
