import { DEFAULT_LANGUAGE } from '#protocol/text/languages.ts'
import type { Context } from '#server/context.ts'
import { sayIn } from '#server/platform/say.ts'
import { suggestionViews, writersOf } from './agora.presenter.ts'
import type { SuggestionRecord } from './agora.store.ts'
import { totalOf } from './blocks.rules.ts'

/** An event is for everybody, so what has no name of its own is said in the product's language. */
const say = sayIn(DEFAULT_LANGUAGE)

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

/** Gives what was told. Counted after the agora took its version: of two counts the one with the higher version is right. */
export async function publishSuggestionReaction({ stores, counters, live }: Context, suggestionNo: number) {
  const version = await counters.next('agoraVersion')
  const told = { version, suggestionNo, count: await stores.opinionReactions.countOf(suggestionNo) }
  await stores.suggestions.keepReactions(suggestionNo, told)
  live.emitToAgora('suggestion:empathized', told)
  return told
}

/** To their own tabs and devices alone: a tab whose page says otherwise asks again, so the order of two of these does not matter. */
export function publishMine(
  { live }: Context,
  { suggestionNo, userNo }: { suggestionNo: number; userNo: number },
  isMine: boolean,
): void {
  live.emitToUser(userNo, 'opinion:empathized', { suggestionNo, isMine })
}

/** Counted after the agora took its version: of two totals the one with the higher version is right. */
async function countedSuggestions({
  stores,
  counters,
}: Context): Promise<{ version: number; total: number }> {
  const version = await counters.next('agoraVersion')
  return { version, total: totalOf(await stores.suggestionCounts.counts()) }
}

async function viewsOf({ people }: Context, suggestion: SuggestionRecord) {
  return suggestionViews(suggestion, await people.of(writersOf([suggestion])), say)
}
