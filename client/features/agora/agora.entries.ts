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
export function entriesOf(
  items: readonly SuggestionView[],
  empathies?: readonly OpinionEmpathyView[],
): SuggestionWithAnswers[] {
  const told = new Map(empathies?.map(({ suggestionNo, count, isMine }) => [suggestionNo, { count, isMine }]))
  const entries: SuggestionWithAnswers[] = []
  for (const item of items) {
    if (item.state > 0) entries.at(-1)?.answers.push(item)
    else entries.push(entryOf(item, empathies && (told.get(item.suggestionNo) ?? NOBODY)))
  }
  return entries
}

/** One that has just been posted. */
export function newEntry(suggestion: SuggestionView): SuggestionWithAnswers {
  return entryOf(suggestion, NOBODY)
}

function entryOf(suggestion: SuggestionView, empathy: OpinionEmpathy | undefined): SuggestionWithAnswers {
  return { suggestion, answers: [], ...(empathy && { empathy }) }
}
