import type { OpinionReactionView, SuggestionView } from '#protocol/agora.ts'

/** How many empathize, and whether one does oneself. */
export type OpinionReaction = Pick<OpinionReactionView, 'count' | 'isMine'>

export interface SuggestionWithAnswers {
  suggestion: SuggestionView
  answers: SuggestionView[]
  /** Absent where it was not told. */
  empathy?: OpinionReaction
}

const NOBODY: OpinionReaction = { count: 0, isMine: false }

/** Puts each answer under the suggestion that it follows. `empathies`: of those that have any; absent: nothing was told of them. */
export function entriesOf(
  items: readonly SuggestionView[],
  reactions?: readonly OpinionReactionView[],
): SuggestionWithAnswers[] {
  const told = new Map(reactions?.map(({ suggestionNo, count, isMine }) => [suggestionNo, { count, isMine }]))
  const entries: SuggestionWithAnswers[] = []
  for (const item of items) {
    if (item.state > 0) entries.at(-1)?.answers.push(item)
    else entries.push(entryOf(item, reactions && (told.get(item.suggestionNo) ?? NOBODY)))
  }
  return entries
}

/** One that has just been posted. */
export function newEntry(suggestion: SuggestionView): SuggestionWithAnswers {
  return entryOf(suggestion, NOBODY)
}

function entryOf(suggestion: SuggestionView, reaction: OpinionReaction | undefined): SuggestionWithAnswers {
  return { suggestion, answers: [], ...(reaction && { empathy: reaction }) }
}
