import type { Applied, PageRules } from '#client/live/versions.ts'
import type { SuggestionFilter, SuggestionOrder, SuggestionSearchResults } from '#protocol/agora.ts'
import type { AgoraEvent } from '#protocol/events.ts'
import { type AgoraPage, isOf, withAnswer, withReaction } from './agora.cache.ts'
import { entriesOf } from './agora.entries.ts'

/** What is looked for; without a filter and words, and the newest first: everything, as it is posted. */
export interface SearchFields {
  only: SuggestionFilter | undefined
  query: string
  order: SuggestionOrder
}

export const EVERYTHING: SearchFields = { only: undefined, query: '', order: 'newest' }

export function isEverything({ only, query, order }: SearchFields): boolean {
  return only === EVERYTHING.only && query === EVERYTHING.query && order === EVERYTHING.order
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
 * How a page of what was found takes up what happens in the agora: what is listed stays true, and nothing but one's own comes in
 * under a reader's eyes. What else would be found now is found by asking again.
 */
export const searchResultRules = (
  { only }: SearchFields,
  myNo: number,
): PageRules<AgoraPage, AgoraEvent> => ({
  apply(page, { name, payload }): Applied<AgoraPage> {
    switch (name) {
      case 'suggestion:posted':
        return { page, lacks: only === 'own' && payload.suggestion.writerNo === myNo ? 'answer' : null }
      case 'suggestion:removed': {
        const entries = page.entries.filter(entry => !isOf(entry, payload))
        return { page: { ...page, entries }, lacks: entries.length < page.entries.length ? 'answer' : null }
      }
      case 'suggestion:answered':
        return { page: withAnswer(page, payload.answer), lacks: null }
      case 'suggestion:empathized':
        return { page: withReaction(page, payload.suggestionNo, { count: payload.count }), lacks: null }
    }
  },
})
