import { useMutation, useQueryClient } from '@tanstack/react-query'
import { asOne, onEvent } from '#client/live/eventBus.ts'
import type { LivePageParts } from '#client/live/livePage.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import {
  answerSuggestion,
  createSuggestion,
  deleteSuggestion,
  getSuggestions,
  searchSuggestions,
  setSuggestionReaction,
  type Unanswered,
} from '#protocol/agora.ts'
import { type AgoraEvent, type AgoraEventName, agoraEvents } from '#protocol/events.ts'
import { SUGGESTIONS_PER_PAGE } from '#protocol/limits.ts'
import {
  type AgoraPage,
  agoraRules,
  pageFrom,
  withAnswer,
  withOwnReaction,
  withPosted,
} from './agora.cache.ts'
import { type SearchFields, searchPageFrom, searchResultRules } from './agora.search.ts'

const eventNames = Object.keys(agoraEvents) as AgoraEventName[]

export const agoraKeys = {
  all: ['agora'] as const,
  page: (page: number) => [...agoraKeys.all, page] as const,
  found: (sought: SearchFields, page: number) =>
    [...agoraKeys.all, sought.only ?? 'all', sought.query, sought.order, page] as const,
}

/** What waits for an answer, as administrators are told. */
export const unansweredKey = ['administration', 'unanswered'] as const

/** A page of suggestions. */
export function suggestionPage(page: number, myNo: number): LivePageParts<AgoraPage, AgoraEvent> {
  return {
    ...agoraRules(myNo),
    queryKey: agoraKeys.page(page),
    outdates: agoraKeys.all,
    async fetch(signal, shown) {
      // A first page that has grown is fetched as long as it is: what is being read stays.
      const held = page === 1 ? (shown()?.entries.length ?? 0) : 0
      const asked = { base: page, offset: Math.max(SUGGESTIONS_PER_PAGE, held) }
      const answer = await callApi(getSuggestions, asked, { signal })
      return pageFrom(answer, answer.pageIndexes.curPage)
    },
    events: receiveAgora,
  }
}

/** A page of those that were looked for. */
export function searchPage(
  page: number,
  sought: SearchFields,
  myNo: number,
): LivePageParts<AgoraPage, AgoraEvent> {
  return {
    ...searchResultRules(sought, myNo),
    queryKey: agoraKeys.found(sought, page),
    outdates: agoraKeys.all,
    async fetch(signal) {
      const { only, ...rest } = sought
      const asked = { ...(only && { only }), ...rest, curPageNo: page }
      return searchPageFrom(await callApi(searchSuggestions, asked, { signal }))
    },
    events: receiveAgora,
  }
}

function receiveAgora(receive: (event: AgoraEvent) => void): () => void {
  return asOne(
    eventNames.map(name =>
      onEvent(name, (payload: AgoraEvent['payload']) => receive({ name, payload } as AgoraEvent)),
    ),
  )
}

/** Pressed again before the answer, it is sent once that has come. */
export function useSetOpinionReaction(suggestionNo: number) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (isOn: boolean) => callApi(setSuggestionReaction, { suggestionNo, isOn }),
    scope: { id: `empathy with opinion ${suggestionNo}` },
    onSuccess: told =>
      cache.setQueriesData<AgoraPage>(
        { queryKey: agoraKeys.all },
        page => page && withOwnReaction(page, told),
      ),
  })
}

/** The new suggestion stands on the first page at once. `onSent` is told even if its screen was left meanwhile. */
export function useCreateSuggestion(onSent: (suggestion: string) => void) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (suggestion: string) => callApi(createSuggestion, { suggestion }),
    async onSuccess(reply, suggestion) {
      if (!reply.success) return
      onSent(suggestion)
      await cache.cancelQueries({ queryKey: agoraKeys.all })
      cache.setQueryData<AgoraPage>(agoraKeys.page(1), page => page && withPosted(page, reply.suggestion))
      void cache.invalidateQueries({ queryKey: agoraKeys.all })
    },
  })
}

/** Fetches the page again before it is done: the next suggestion moves up, so that the page stays full. */
export function useDeleteSuggestion() {
  const cache = useQueryClient()
  const waitsNoMore = useWaitsNoMore()
  return useMutation({
    mutationFn: (suggestionNo: number) => callApi(deleteSuggestion, { suggestionNo }),
    onSuccess(_, suggestionNo) {
      waitsNoMore(suggestionNo)
      return cache.invalidateQueries({ queryKey: agoraKeys.all })
    },
  })
}

/** `onSent` is told even if its screen was left meanwhile. */
export function useAnswerSuggestion(onSent: (answer: string) => void) {
  const cache = useQueryClient()
  const waitsNoMore = useWaitsNoMore()
  return useMutation({
    mutationFn: (said: { suggestionNo: number; answer: string }) => callApi(answerSuggestion, said),
    onSuccess({ suggestion }, { answer }) {
      onSent(answer)
      cache.setQueriesData<AgoraPage>(
        { queryKey: agoraKeys.all },
        page => page && withAnswer(page, suggestion),
      )
      waitsNoMore(suggestion.suggestionNo)
    },
  })
}

/**
 * Takes an opinion from those that wait for an answer. The others stay as they are, since something may be being written there, until
 * none of the listed ones is left.
 */
function useWaitsNoMore() {
  const cache = useQueryClient()
  return (suggestionNo: number) => {
    const before = cache.getQueryData<Unanswered>(unansweredKey)
    const itemList = before?.itemList.filter(item => item.suggestionNo !== suggestionNo) ?? []
    if (before && itemList.length > 0 && itemList.length < before.itemList.length)
      cache.setQueryData<Unanswered>(unansweredKey, { ...before, itemList, total: before.total - 1 })
    else void cache.invalidateQueries({ queryKey: unansweredKey })
  }
}
