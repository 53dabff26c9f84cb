import type { Viewer } from '#protocol/access.ts'
import * as calls from '#protocol/agora.ts'
import { UNANSWERED_COUNTED_MAX, UNANSWERED_SHOWN } from '#protocol/limits.ts'
import { suggestionPageIndexOf } from '#protocol/paging.ts'
import type { Context } from '#server/context.ts'
import type { Say } from '#server/platform/say.ts'
import { type Route, route } from '#server/platform/serve.ts'
import { answerSuggestion, createSuggestion, deleteSuggestion, listSuggestions } from './agora.domain.ts'
import { suggestionViews, writersOf } from './agora.presenter.ts'
import { searchSuggestions } from './agora.search.ts'
import type { SuggestionRecord } from './agora.store.ts'
import { setSuggestionReaction } from './opinionReactions.domain.ts'

export function agoraRoutes(context: Context): Route[] {
  async function views(suggestion: SuggestionRecord, say: Say) {
    return suggestionViews(suggestion, await context.people.of(writersOf([suggestion])), say)
  }

  /** What a list tells of its suggestions, to who looks at it. */
  async function listed(suggestions: readonly SuggestionRecord[], viewer: Viewer | null, say: Say) {
    const numbers = suggestions.map(({ suggestionNo }) => suggestionNo)
    const [people, reactions] = await Promise.all([
      context.people.of(writersOf(suggestions)),
      context.stores.opinionReactions.among(numbers, viewer?.userNo ?? null),
    ])
    return {
      itemList: suggestions.flatMap(suggestion => suggestionViews(suggestion, people, say)),
      empathies: reactions,
    }
  }

  return [
    route(calls.getSuggestions).answer(async ({ viewer, input, say }) => {
      const { items, pageIndex, total, version } = await listSuggestions(context, input)
      const pageIndexes = suggestionPageIndexOf(pageIndex)
      return { success: true, ...(await listed(items, viewer, say)), pageIndexes, total, version }
    }),

    route(calls.searchSuggestions).answer(async ({ viewer, input, say }) => {
      const { items, pageIndex, total, version } = await searchSuggestions(context, viewer, input)
      return { success: true, ...(await listed(items, viewer, say)), pageIndex, total, version }
    }),

    route(calls.setSuggestionReaction).answer(async ({ viewer, input }) => ({
      success: true,
      ...(await setSuggestionReaction(context, viewer, input)),
    })),

    route(calls.getUnanswered).answer(async ({ say }) => {
      const { suggestions } = context.stores
      const [unanswered, total] = await Promise.all([
        suggestions.unanswered(UNANSWERED_SHOWN),
        suggestions.countUnanswered(UNANSWERED_COUNTED_MAX),
      ])
      const people = await context.people.of(writersOf(unanswered))
      return {
        success: true,
        itemList: unanswered.flatMap(suggestion => suggestionViews(suggestion, people, say)),
        total,
      }
    }),

    route(calls.createSuggestion).answer(async ({ viewer, input, say }) => {
      const result = await createSuggestion(context, viewer, input.suggestion)
      if ('rejected' in result) return { success: false, message: say.any(result.rejected) }
      const [suggestion] = await views(result.posted, say)
      return { success: true, suggestion }
    }),

    route(calls.deleteSuggestion).answer(async ({ viewer, input }) => {
      await deleteSuggestion(context, viewer, input.suggestionNo)
      return { success: true, suggestionNo: input.suggestionNo }
    }),

    route(calls.answerSuggestion).answer(async ({ viewer, input, say }) => {
      const answered = await answerSuggestion(context, viewer, input.suggestionNo, input.answer)
      const [suggestion, answer] = await views(answered, say)
      return { success: true, suggestion: answer ?? suggestion }
    }),
  ]
}
