import type { SuggestionView } from '#protocol/agora.ts'
import { SUGGESTIONS_PER_PAGE } from '#protocol/limits.ts'

export interface Thread {
  suggestion: SuggestionView
  answers: SuggestionView[]
}

/** Puts each answer under the suggestion that it follows. */
export function threadsOf(items: readonly SuggestionView[]): Thread[] {
  const threads: Thread[] = []
  for (const item of items) {
    if (item.state > 0) threads.at(-1)?.answers.push(item)
    else threads.push({ suggestion: item, answers: [] })
  }
  return threads
}

/** A new suggestion goes to the top, and the list is trimmed to a page of suggestions with their answers. */
export function withCreated(items: readonly SuggestionView[], created: SuggestionView): SuggestionView[] {
  const others = items.filter(({ suggestionNo }) => suggestionNo !== created.suggestionNo)
  return threadsOf([created, ...others])
    .slice(0, SUGGESTIONS_PER_PAGE)
    .flatMap(({ suggestion, answers }) => [suggestion, ...answers])
}
