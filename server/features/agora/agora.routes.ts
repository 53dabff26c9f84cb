import type { Viewer } from '#protocol/access.ts'
import * as calls from '#protocol/agora.ts'
import { UNANSWERED_COUNTED_MAX, UNANSWERED_SHOWN } from '#protocol/limits.ts'
import { suggestionPageIndexOf } from '#protocol/paging.ts'
import type { Context } from '#server/context.ts'
import type { Translate } from '#server/platform/i18n.ts'
import { type Route, route } from '#server/platform/serve.ts'
import { suggestionViews, writersOf } from './agora.events.ts'
import type { SuggestionRecord } from './agora.repository.ts'
import {
  answerSuggestion,
  createSuggestion,
  deleteSuggestion,
  listSuggestions,
  searchSuggestions,
  setSuggestionReaction,
} from './agora.service.ts'

/** A page of suggestions for this viewer, or for a visitor. */
export async function suggestionPage(
  context: Context,
  viewer: Viewer | null,
  request: { base: number; offset: number },
  t: Translate,
): Promise<calls.SuggestionPage> {
  const { items, pageIndex, total, version } = await listSuggestions(context, request)
  const pageIndexes = suggestionPageIndexOf(pageIndex)
  return { success: true, ...(await withViewerData(context, items, viewer, t)), pageIndexes, total, version }
}

/** Adds the data that a list shows for this viewer. */
async function withViewerData(
  context: Context,
  suggestions: readonly SuggestionRecord[],
  viewer: Viewer | null,
  t: Translate,
) {
  const numbers = suggestions.map(({ suggestionNo }) => suggestionNo)
  const [people, reactions] = await Promise.all([
    context.people.getMany(writersOf(suggestions)),
    context.repositories.opinionReactions.findBySuggestions(numbers, viewer?.userNo ?? null),
  ])
  return {
    itemList: suggestions.flatMap(suggestion => suggestionViews(suggestion, people, t)),
    empathies: reactions,
  }
}

export function agoraRoutes(context: Context): Route[] {
  async function views(suggestion: SuggestionRecord, t: Translate) {
    return suggestionViews(suggestion, await context.people.getMany(writersOf([suggestion])), t)
  }

  return [
    route(calls.getSuggestions).handle(({ viewer, input, t }) => suggestionPage(context, viewer, input, t)),

    route(calls.searchSuggestions).handle(async ({ viewer, input, t }) => {
      const { items, pageIndex, total, version } = await searchSuggestions(context, viewer, input)
      return {
        success: true,
        ...(await withViewerData(context, items, viewer, t)),
        pageIndex,
        total,
        version,
      }
    }),

    route(calls.setSuggestionReaction).handle(async ({ viewer, input }) => ({
      success: true,
      ...(await setSuggestionReaction(context, viewer, input)),
    })),

    route(calls.getUnanswered).handle(async ({ t }) => {
      const { suggestions } = context.repositories
      const [unanswered, total] = await Promise.all([
        suggestions.findUnanswered(UNANSWERED_SHOWN),
        suggestions.countUnanswered(UNANSWERED_COUNTED_MAX),
      ])
      const people = await context.people.getMany(writersOf(unanswered))
      return {
        success: true,
        itemList: unanswered.flatMap(suggestion => suggestionViews(suggestion, people, t)),
        total,
      }
    }),

    route(calls.createSuggestion).handle(async ({ viewer, input, t }) => {
      const result = await createSuggestion(context, viewer, input.suggestion)
      if ('rejected' in result) return { success: false, message: t.any(result.rejected) }
      const [suggestion] = await views(result.posted, t)
      return { success: true, suggestion }
    }),

    route(calls.deleteSuggestion).handle(async ({ viewer, input }) => {
      await deleteSuggestion(context, viewer, input.suggestionNo)
      return { success: true, suggestionNo: input.suggestionNo }
    }),

    route(calls.answerSuggestion).handle(async ({ viewer, input, t }) => {
      const answered = await answerSuggestion(context, viewer, input.suggestionNo, input.answer)
      const [suggestion, answer] = await views(answered, t)
      return { success: true, suggestion: answer ?? suggestion }
    }),
  ]
}
