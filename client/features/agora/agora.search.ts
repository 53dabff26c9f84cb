import type { ApplyResult, PageRules } from '#client/live/livePage.ts'
import type { SuggestionFilter, SuggestionOrder, SuggestionSearchResults } from '#protocol/agora.ts'
import type { AgoraEvent } from '#protocol/events.ts'
import { type AgoraPage, entriesOf, isSameSuggestion, withAnswer, withReaction } from './agora.cache.ts'

/** The search of the suggestion list. */
export interface SearchFields {
  only: SuggestionFilter | undefined
  query: string
  order: SuggestionOrder
}

export const DEFAULT_SEARCH: SearchFields = { only: undefined, query: '', order: 'newest' }

export function isDefaultSearch({ only, query, order }: SearchFields): boolean {
  return only === DEFAULT_SEARCH.only && query === DEFAULT_SEARCH.query && order === DEFAULT_SEARCH.order
}

export function searchPageFrom({
  itemList,
  empathies: reactions,
  total,
  version,
  pageIndex,
}: SuggestionSearchResults): AgoraPage {
  return { entries: entriesOf(itemList, reactions), total, version, pageIndex, arrivals: 0 }
}

/**
 * Rules for search results: events update or remove listed suggestions, but only a new suggestion of one's
 * own requests a refetch. Other new matches appear on the next search.
 */
export const searchResultRules = (
  { only }: SearchFields,
  myNo: number,
): PageRules<AgoraPage, AgoraEvent> => ({
  apply(page, { name, payload }): ApplyResult<AgoraPage> {
    switch (name) {
      case 'suggestion:posted':
        return { page, missing: only === 'own' && payload.suggestion.writerNo === myNo ? 'refetch' : null }
      case 'suggestion:removed': {
        const entries = page.entries.filter(entry => !isSameSuggestion(entry, payload))
        return {
          page: { ...page, entries },
          missing: entries.length < page.entries.length ? 'refetch' : null,
        }
      }
      case 'suggestion:answered':
        return { page: withAnswer(page, payload.answer), missing: null }
      case 'suggestion:empathized':
        return { page: withReaction(page, payload.suggestionNo, { count: payload.count }), missing: null }
    }
  },
})
