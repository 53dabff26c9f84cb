import type { SuggestionView } from '#protocol/agora.ts'
import { personOrGone } from '#server/features/accounts/accounts.presenter.ts'
import type { PersonRecord } from '#server/features/accounts/accounts.store.ts'
import type { Say } from '#server/platform/say.ts'
import type { SuggestionRecord } from './agora.store.ts'

/** The suggestion, followed by its answer if it has one: an item of the same number with state 1. */
export function suggestionViews(
  suggestion: SuggestionRecord,
  people: ReadonlyMap<number, PersonRecord>,
  say: Say,
): [SuggestionView, ...SuggestionView[]] {
  const { suggestionNo, answer } = suggestion
  const view = (
    state: number,
    said: { opinion: string; writerNo: number; timeCreated: Date },
  ): SuggestionView => ({
    suggestionNo,
    state,
    opinion: said.opinion,
    timeCreated: said.timeCreated.toISOString(),
    writer: personOrGone(said.writerNo, people, say).userName,
    writerNo: said.writerNo,
  })
  return answer ? [view(0, suggestion), view(1, answer)] : [view(0, suggestion)]
}

export function writersOf(suggestions: readonly SuggestionRecord[]): number[] {
  return suggestions.flatMap(({ writerNo, answer }) => (answer ? [writerNo, answer.writerNo] : [writerNo]))
}
