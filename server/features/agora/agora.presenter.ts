import type { SuggestionView } from '#protocol/agora.ts'
import { personOrDeleted } from '#server/features/accounts/accounts.presenter.ts'
import type { PersonRecord } from '#server/features/accounts/accounts.repository.ts'
import type { Translate } from '#server/platform/i18n.ts'
import type { SuggestionRecord } from './agora.repository.ts'

/** Views of the suggestion and, if it has one, of its answer: an item with the same number and state 1. */
export function suggestionViews(
  suggestion: SuggestionRecord,
  people: ReadonlyMap<number, PersonRecord>,
  t: Translate,
): [SuggestionView, ...SuggestionView[]] {
  const { suggestionNo, answer } = suggestion
  const view = (
    state: number,
    post: { opinion: string; writerNo: number; timeCreated: Date },
  ): SuggestionView => ({
    suggestionNo,
    state,
    opinion: post.opinion,
    timeCreated: post.timeCreated.toISOString(),
    writer: personOrDeleted(post.writerNo, people, t).userName,
    writerNo: post.writerNo,
  })
  return answer ? [view(0, suggestion), view(1, answer)] : [view(0, suggestion)]
}

export function writersOf(suggestions: readonly SuggestionRecord[]): number[] {
  return suggestions.flatMap(({ writerNo, answer }) => (answer ? [writerNo, answer.writerNo] : [writerNo]))
}
