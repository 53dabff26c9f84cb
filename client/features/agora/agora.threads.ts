import type { OpinionEmpathyView, SuggestionView } from '#protocol/agora.ts'

/** How many empathize, and whether one does oneself. */
export type OpinionEmpathy = Pick<OpinionEmpathyView, 'count' | 'isMine'>

export interface SuggestionWithAnswers {
  suggestion: SuggestionView
  answers: SuggestionView[]
  /** Absent where it was not told. */
  empathy?: OpinionEmpathy
}

const NOBODY: OpinionEmpathy = { count: 0, isMine: false }

/** Puts each answer under the suggestion that it follows. `empathies`: of those that have any; absent: nothing was told of them. */
export function threadsOf(
  items: readonly SuggestionView[],
  empathies?: readonly OpinionEmpathyView[],
): SuggestionWithAnswers[] {
  const told = new Map(empathies?.map(({ suggestionNo, count, isMine }) => [suggestionNo, { count, isMine }]))
  const threads: SuggestionWithAnswers[] = []
  for (const item of items) {
    if (item.state > 0) threads.at(-1)?.answers.push(item)
    else threads.push(threadOf(item, empathies && (told.get(item.suggestionNo) ?? NOBODY)))
  }
  return threads
}

/** One that has just been posted. */
export function newThread(suggestion: SuggestionView): SuggestionWithAnswers {
  return threadOf(suggestion, NOBODY)
}

function threadOf(suggestion: SuggestionView, empathy: OpinionEmpathy | undefined): SuggestionWithAnswers {
  return { suggestion, answers: [], ...(empathy && { empathy }) }
}
