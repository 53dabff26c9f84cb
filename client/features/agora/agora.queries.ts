import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import { combineCleanups, onEvent } from '#client/live/eventBus.ts'
import { loadAndOpen } from '#client/live/live.ts'
import { type LivePageOptions, useLivePage } from '#client/live/livePage.ts'
import { useBatched } from '#client/platform/browser/useTimers.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { refetchQueries } from '#client/platform/calls/queryClient.tsx'
import { t } from '#client/platform/language/language.ts'
import {
  answerSuggestion,
  createSuggestion,
  deleteSuggestion,
  getSuggestions,
  type SuggestionView,
  searchSuggestions,
  setSuggestionReaction,
  type Unanswered,
} from '#protocol/agora.ts'
import { type AgoraEvent, type AgoraEventName, agoraEvents } from '#protocol/events.ts'
import { SUGGESTIONS_PER_PAGE } from '#protocol/limits.ts'
import {
  type AgoraPage,
  agoraRules,
  hasDifferentOwnReaction,
  pageFrom,
  withAnswer,
  withOwnReaction,
  withPosted,
} from './agora.cache.ts'
import { isDefaultSearch, type SearchFields, searchPageFrom, searchResultRules } from './agora.search.ts'

const eventNames = Object.keys(agoraEvents) as AgoraEventName[]

export const agoraKeys = {
  all: ['agora'] as const,
  page: (page: number) => [...agoraKeys.all, page] as const,
  search: (searchFields: SearchFields, page: number) =>
    [...agoraKeys.all, searchFields.only ?? 'all', searchFields.query, searchFields.order, page] as const,
}

/** The query key of unanswered suggestions, for administrators. */
export const unansweredKey = ['administration', 'unanswered'] as const

function suggestionPage(page: number, myNo: number): LivePageOptions<AgoraPage, AgoraEvent> {
  return {
    ...agoraRules(myNo),
    queryKey: agoraKeys.page(page),
    invalidates: agoraKeys.all,
    async fetch(signal, shown) {
      // Refetch a grown page 1 at its current length, so that the suggestions on screen stay.
      const shownCount = page === 1 ? (shown()?.entries.length ?? 0) : 0
      const params = { base: page, offset: Math.max(SUGGESTIONS_PER_PAGE, shownCount) }
      const reply = await callApi(getSuggestions, params, { signal })
      return pageFrom(reply, reply.pageIndexes.curPage)
    },
    events: onAgoraEvent,
  }
}

function searchPage(
  page: number,
  searchFields: SearchFields,
  myNo: number,
): LivePageOptions<AgoraPage, AgoraEvent> {
  return {
    ...searchResultRules(searchFields, myNo),
    queryKey: agoraKeys.search(searchFields, page),
    invalidates: agoraKeys.all,
    async fetch(signal) {
      const { only, ...rest } = searchFields
      const params = { ...(only && { only }), ...rest, curPageNo: page }
      return searchPageFrom(await callApi(searchSuggestions, params, { signal }))
    },
    events: onAgoraEvent,
  }
}

function onAgoraEvent(receive: (event: AgoraEvent) => void): () => void {
  return combineCleanups(
    eventNames.map(name =>
      onEvent(name, (payload: AgoraEvent['payload']) => receive({ name, payload } as AgoraEvent)),
    ),
  )
}

/** Requests of one suggestion run one after the other (`scope`). */
export function useSetOpinionReaction(suggestionNo: number) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (isOn: boolean) => callApi(setSuggestionReaction, { suggestionNo, isOn }),
    scope: { id: `empathy with opinion ${suggestionNo}` },
    onSuccess: reply =>
      cache.setQueriesData<AgoraPage>(
        { queryKey: agoraKeys.all },
        page => page && withOwnReaction(page, reply),
      ),
  })
}

/** Adds the suggestion to page 1 at once. `onSent` runs even if the screen has been unmounted. */
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

/** Completes after the refetch, which fills the gap on the page. */
export function useDeleteSuggestion() {
  const cache = useQueryClient()
  const removeFromUnanswered = useRemoveFromUnanswered()
  return useMutation({
    mutationFn: (suggestionNo: number) => callApi(deleteSuggestion, { suggestionNo }),
    onSuccess(_, suggestionNo) {
      removeFromUnanswered(suggestionNo)
      return cache.invalidateQueries({ queryKey: agoraKeys.all })
    },
  })
}

/** `onSent` runs even if the screen has been unmounted. */
export function useAnswerSuggestion(onSent: (answer: string) => void) {
  const cache = useQueryClient()
  const removeFromUnanswered = useRemoveFromUnanswered()
  return useMutation({
    mutationFn: (input: { suggestionNo: number; answer: string }) => callApi(answerSuggestion, input),
    onSuccess({ suggestion }, { answer }) {
      onSent(answer)
      cache.setQueriesData<AgoraPage>(
        { queryKey: agoraKeys.all },
        page => page && withAnswer(page, suggestion),
      )
      removeFromUnanswered(suggestion.suggestionNo)
    },
  })
}

/**
 * Removes a suggestion from the unanswered list. Refetches only when the list becomes empty, because an
 * administrator may be writing in another row.
 */
function useRemoveFromUnanswered() {
  const cache = useQueryClient()
  return (suggestionNo: number) => {
    const before = cache.getQueryData<Unanswered>(unansweredKey)
    const itemList = before?.itemList.filter(item => item.suggestionNo !== suggestionNo) ?? []
    if (before && itemList.length > 0 && itemList.length < before.itemList.length)
      cache.setQueryData<Unanswered>(unansweredKey, { ...before, itemList, total: before.total - 1 })
    else void cache.invalidateQueries({ queryKey: unansweredKey })
  }
}

/** A live page of suggestions. */
export function useSuggestions(page: number, { only, query, order }: SearchFields, myNo: number) {
  const cache = useQueryClient()
  useEffect(
    () =>
      loadAndOpen(async () => {
        const { openAgoraSocket } = await import('./agora.socket.ts')
        return () => openAgoraSocket(() => refetchQueries(cache, agoraKeys.all))
      }),
    [cache],
  )
  // The own reaction may change in another tab or on another device.
  useEffect(
    () =>
      onEvent('opinion:empathized', event => {
        const pages = cache.getQueriesData<AgoraPage>({ queryKey: agoraKeys.all })
        const isOld = pages.some(([, shown]) => shown && hasDifferentOwnReaction(shown, event))
        if (isOld || cache.isFetching({ queryKey: agoraKeys.all }) > 0) refetchQueries(cache, agoraKeys.all)
      }),
    [cache],
  )
  const options = useMemo(
    () =>
      isDefaultSearch({ only, query, order })
        ? suggestionPage(page, myNo)
        : searchPage(page, { only, query, order }, myNo),
    [page, only, query, order, myNo],
  )
  return useLivePage(options, keepPreviousData)
}

/** The screen reader announcement of new opinions by others; empty at first. */
export function useOpinionAnnouncement(myNo: number): string {
  const subscribe = useCallback(
    (notify: (suggestion: SuggestionView) => void) =>
      onEvent('suggestion:posted', ({ suggestion }) => {
        if (suggestion.writerNo !== myNo) notify(suggestion)
      }),
    [myNo],
  )
  const arrivals = useBatched(subscribe)
  const [first] = arrivals
  if (first === undefined) return ''
  if (arrivals.length > 1) return t('agora.arrivedMany', { count: arrivals.length })
  return t('agora.arrived', { name: first.writer, opinion: first.opinion })
}
