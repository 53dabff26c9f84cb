import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import { onEvent } from '#client/live/eventBus.ts'
import { loadAndOpen } from '#client/live/live.ts'
import { useLivePage } from '#client/live/useLivePage.ts'
import { useBatched } from '#client/platform/browser/timing.ts'
import { refetchQueries } from '#client/platform/calls/refetch.ts'
import { t } from '#client/platform/language/language.ts'
import type { SuggestionView } from '#protocol/agora.ts'
import { type AgoraPage, hasDifferentOwnReaction } from './agora.cache.ts'
import { agoraKeys, searchPage, suggestionPage } from './agora.queries.ts'
import { isDefaultSearch, type SearchFields } from './agora.search.ts'

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
