import type { Viewer } from '#protocol/access.ts'
import type { SuggestionFilter, SuggestionOrder } from '#protocol/agora.ts'
import { SUGGESTION_SEARCH_RESULTS_MAX, SUGGESTIONS_SEARCHED } from '#protocol/limits.ts'
import type { Context } from '#server/context.ts'
import { notSignedIn } from '#server/platform/errors.ts'
import { type Page, pageAt } from '#server/platform/page.ts'
import { patternOf } from './agora.patterns.ts'
import type { SuggestionRecord, SuggestionSearch } from './agora.store.ts'

interface SearchRequest {
  only?: SuggestionFilter | undefined
  query: string
  order: SuggestionOrder
  curPageNo: number
  itemsPerPage: number
}

/**
 * No more than FOUND_SUGGESTIONS_MAX, the first in their order. The agora's version is read before them, so the answer holds at
 * least all that happened up to it. Throws a RequestError 'notSignedIn' when a visitor asks for their own.
 */
export async function searchSuggestions(
  { stores, counters }: Context,
  viewer: Viewer | null,
  { only, query, order, curPageNo, itemsPerPage }: SearchRequest,
): Promise<Page<SuggestionRecord> & { version: number }> {
  if (only === 'own' && viewer === null) throw notSignedIn()
  const patterns = query === '' ? [] : query.split(/\s+/).map(patternOf)
  const version = await counters.last('agoraVersion')
  // What no index has in its order is looked for among some.
  const isAmongNewest = patterns.length > 0 || (only === 'answered' && order === 'empathy')
  const newest = isAmongNewest ? await stores.suggestions.newestNo() : 0
  const search: SuggestionSearch = {
    writerNo: only === 'own' ? viewer?.userNo : undefined,
    isAnswered: only === 'answered',
    patterns,
    from: Math.max(1, newest - SUGGESTIONS_SEARCHED + 1),
  }
  const page = await pageAt(curPageNo, itemsPerPage, async ({ skip, limit }) => {
    const room = Math.max(0, Math.min(limit, SUGGESTION_SEARCH_RESULTS_MAX - skip))
    const [total, items] = await Promise.all([
      stores.suggestions.countSearchResults(search, SUGGESTION_SEARCH_RESULTS_MAX),
      room === 0 ? [] : stores.suggestions.found(search, order, { skip, limit: room }),
    ])
    return { total, items }
  })
  return { ...page, version }
}
