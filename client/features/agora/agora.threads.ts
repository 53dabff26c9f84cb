import type { SuggestionView } from '#protocol/agora.ts'

export interface SuggestionWithAnswers {
  suggestion: SuggestionView
  answers: SuggestionView[]
}

/** Puts each answer under the suggestion that it follows. */
export function threadsOf(items: readonly SuggestionView[]): SuggestionWithAnswers[] {
  const threads: SuggestionWithAnswers[] = []
  for (const item of items) {
    if (item.state > 0) threads.at(-1)?.answers.push(item)
    else threads.push({ suggestion: item, answers: [] })
  }
  return threads
}
