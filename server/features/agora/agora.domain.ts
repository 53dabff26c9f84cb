import { mayDeleteSuggestion, type Viewer } from '#protocol/access.ts'
import type { Context } from '#server/context.ts'
import { forbidden, notFound } from '#server/platform/errors.ts'
import { type Page, pageOf } from '#server/platform/page.ts'
import type { SuggestionRecord } from './agora.store.ts'

export async function listSuggestions(
  { stores }: Context,
  asked: { base: number; offset: number },
): Promise<Page<SuggestionRecord>> {
  return pageOf(asked.base, asked.offset, await stores.suggestions.count(), range =>
    stores.suggestions.page(range),
  )
}

export async function createSuggestion(
  { stores, counters, clock }: Context,
  viewer: Viewer,
  opinion: string,
): Promise<SuggestionRecord> {
  const suggestionNo = await counters.next('suggestion')
  const suggestion = { suggestionNo, opinion, writerNo: viewer.userNo, timeCreated: clock() }
  await stores.suggestions.insert(suggestion)
  return suggestion
}

export async function deleteSuggestion(
  { stores }: Context,
  viewer: Viewer,
  suggestionNo: number,
): Promise<void> {
  const suggestion = await stores.suggestions.byNo(suggestionNo)
  if (suggestion === null) throw notFound()
  if (!mayDeleteSuggestion(viewer, suggestion)) throw forbidden()
  await stores.suggestions.delete(suggestionNo)
}

/** A second answer replaces the first. The route admits administrators alone. */
export async function answerSuggestion(
  { stores, clock }: Context,
  viewer: Viewer,
  suggestionNo: number,
  opinion: string,
): Promise<SuggestionRecord> {
  const answer = { opinion, writerNo: viewer.userNo, timeCreated: clock() }
  const answered = await stores.suggestions.answer(suggestionNo, answer)
  if (answered === null) throw notFound()
  return answered
}
