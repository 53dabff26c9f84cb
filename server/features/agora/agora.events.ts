import { DEFAULT_LANGUAGE } from '#protocol/text/languages.ts'
import type { Context } from '#server/context.ts'
import { translatorFor } from '#server/platform/i18n.ts'
import { suggestionViews, writersOf } from './agora.presenter.ts'
import type { SuggestionRecord } from './agora.repository.ts'
import { totalOf } from './suggestionCounts.ts'

/** An event goes to all users, so labels are in the default language. */
const t = translatorFor(DEFAULT_LANGUAGE)

export async function publishPosted(context: Context, suggestion: SuggestionRecord): Promise<void> {
  const [view] = await viewsOf(context, suggestion)
  const { suggestionNo } = suggestion
  const news = await countedSuggestions(context)
  context.live.emitToAgora('suggestion:posted', { ...news, suggestionNo, suggestion: view })
}

export async function publishRemoved(context: Context, suggestionNo: number): Promise<void> {
  context.live.emitToAgora('suggestion:removed', { ...(await countedSuggestions(context)), suggestionNo })
}

export async function publishAnswered(context: Context, suggestion: SuggestionRecord): Promise<void> {
  const [, answer] = await viewsOf(context, suggestion)
  if (answer === undefined) return
  const { suggestionNo } = suggestion
  const version = await context.counters.next('agoraVersion')
  context.live.emitToAgora('suggestion:answered', { version, suggestionNo, answer })
}

/**
 * Counts after the agora version was bumped: of two counts the one with the higher version is right. Returns the
 * published event.
 */
export async function publishSuggestionReaction(
  { repositories, counters, live }: Context,
  suggestionNo: number,
) {
  const version = await counters.next('agoraVersion')
  const event = {
    version,
    suggestionNo,
    count: await repositories.opinionReactions.countBySuggestion(suggestionNo),
  }
  await repositories.suggestions.setReactionCount(suggestionNo, event)
  live.emitToAgora('suggestion:empathized', event)
  return event
}

/**
 * Only to the user's own tabs and devices. A tab that disagrees refetches, so the order of these events does not
 * matter.
 */
export function publishOwnReaction(
  { live }: Context,
  { suggestionNo, userNo }: { suggestionNo: number; userNo: number },
  isMine: boolean,
): void {
  live.emitToUser(userNo, 'opinion:empathized', { suggestionNo, isMine })
}

/** Counts after the agora version was bumped: of two totals the one with the higher version is right. */
async function countedSuggestions({
  repositories,
  counters,
}: Context): Promise<{ version: number; total: number }> {
  const version = await counters.next('agoraVersion')
  return { version, total: totalOf(await repositories.suggestionCounts.findAll()) }
}

async function viewsOf({ people }: Context, suggestion: SuggestionRecord) {
  return suggestionViews(suggestion, await people.getMany(writersOf([suggestion])), t)
}
