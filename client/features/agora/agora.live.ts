import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import { onEvent } from '#client/live/eventBus.ts'
import { openWhenLoaded } from '#client/live/live.ts'
import { useLivePage } from '#client/live/useLivePage.ts'
import { useDebounced } from '#client/platform/browser/useDebounced.ts'
import { refetchQueries } from '#client/platform/calls/refetch.ts'
import { t } from '#client/platform/language/language.ts'
import type { SuggestionView } from '#protocol/agora.ts'
import { type AgoraPage, saysOtherwise } from './agora.cache.ts'
import { agoraKeys, searchPage, suggestionPage } from './agora.queries.ts'
import { isEverything, type SearchFields } from './agora.search.ts'

/** A page of suggestions, true while it is on the screen. */
export function useSuggestions(page: number, { only, query, order }: SearchFields, myNo: number) {
  const cache = useQueryClient()
  useEffect(
    () =>
      openWhenLoaded(async () => {
        const { openAgoraSocket } = await import('./agora.socket.ts')
        return () => openAgoraSocket(() => refetchQueries(cache, agoraKeys.all))
      }),
    [cache],
  )
  // From another tab or device of one's own.
  useEffect(
    () =>
      onEvent('opinion:empathized', told => {
        const pages = cache.getQueriesData<AgoraPage>({ queryKey: agoraKeys.all })
        const isOld = pages.some(([, shown]) => shown && saysOtherwise(shown, told))
        if (isOld || cache.isFetching({ queryKey: agoraKeys.all }) > 0) refetchQueries(cache, agoraKeys.all)
      }),
    [cache],
  )
  const parts = useMemo(
    () =>
      isEverything({ only, query, order })
        ? suggestionPage(page, myNo)
        : searchPage(page, { only, query, order }, myNo),
    [page, only, query, order, myNo],
  )
  return useLivePage(parts, keepPreviousData)
}

/** What a screen reader is told of opinions that others have just left; empty at first. */
export function useOpinionAnnouncement(myNo: number): string {
  const listen = useCallback(
    (tell: (suggestion: SuggestionView) => void) =>
      onEvent('suggestion:posted', ({ suggestion }) => {
        if (suggestion.writerNo !== myNo) tell(suggestion)
      }),
    [myNo],
  )
  const arrivals = useDebounced(listen)
  const [first] = arrivals
  if (first === undefined) return ''
  if (arrivals.length > 1) return t('agora.arrivedMany', { count: arrivals.length })
  return t('agora.arrived', { name: first.writer, opinion: first.opinion })
}
