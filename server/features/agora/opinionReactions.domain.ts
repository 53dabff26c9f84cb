import { canReactToSuggestion, type Viewer } from '#protocol/access.ts'
import type { OpinionReactionView } from '#protocol/agora.ts'
import type { Context } from '#server/context.ts'
import { forbidden, notFound } from '#server/platform/errors.ts'
import { publishMine, publishSuggestionReaction } from './agora.events.ts'

/** Repeated it changes nothing, but is told again: the first may have been cut off before. */
export async function setSuggestionReaction(
  context: Context,
  viewer: Viewer,
  { suggestionNo, isOn }: { suggestionNo: number; isOn: boolean },
): Promise<{ version: number; empathy: OpinionReactionView }> {
  const { stores, clock } = context
  const suggestion = await stores.suggestions.byNo(suggestionNo)
  if (suggestion === null) throw notFound()
  if (!canReactToSuggestion(viewer, suggestion)) throw forbidden()
  const reaction = { suggestionNo, userNo: viewer.userNo }
  if (isOn) {
    await stores.opinionReactions.add({ ...reaction, since: clock() })
    // Gone meanwhile, and what hung on it perhaps cleared away before.
    if ((await stores.suggestions.byNo(suggestionNo)) === null) {
      await stores.opinionReactions.remove(reaction)
      throw notFound()
    }
  } else await stores.opinionReactions.remove(reaction)
  const told = await publishSuggestionReaction(context, suggestionNo)
  publishMine(context, reaction, isOn)
  return { version: told.version, empathy: { suggestionNo, count: told.count, isMine: isOn } }
}

/** All with which somebody ever empathized. Safe to repeat. */
export async function removeOpinionReactionsOf(context: Context, userNo: number): Promise<void> {
  const { opinionReactions } = context.stores
  for (const { suggestionNo } of await opinionReactions.ofUser(userNo)) {
    await opinionReactions.remove({ suggestionNo, userNo })
    await publishSuggestionReaction(context, suggestionNo)
  }
}
