import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { onEvent } from '#client/live/eventBus.ts'
import { followEvents } from '#client/live/hubEvents.ts'
import { openWhenLoaded } from '#client/live/live.ts'
import { useGathered } from '#client/platform/browser/useDebounced.ts'
import { askAgain } from '#client/platform/calls/refetch.ts'
import { t } from '#client/platform/language/language.ts'
import type { SuggestionView } from '#protocol/agora.ts'
import { type AgoraEvent, type AgoraPage, agoraEventNames, withEvents } from './agora.cache.ts'
import { agoraKeys, suggestionsQuery } from './agora.queries.ts'

/** A page of suggestions, true while it is on the screen. */
export function useSuggestions(page: number, myNo: number) {
  const cache = useQueryClient()
  const events = useRef<AgoraEvent[]>([])
  const settle = useRef(() => {})

  // Before the query, so that no event falls between the question and the listening.
  useEffect(() => {
    events.current = []
    const live = followAgora({ cache, page, myNo, events: events.current })
    settle.current = live.settle
    return live.stop
  }, [cache, page, myNo])

  useEffect(
    () =>
      openWhenLoaded(async () => {
        const { openAgoraLine } = await import('./agora.line.ts')
        return () => openAgoraLine(() => askAgain(cache, agoraKeys.all))
      }),
    [cache],
  )

  const query = useQuery(suggestionsQuery(page, { myNo, recentEvents: () => events.current }))

  // An answer may leave a gap before an event that came earlier.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is a new chance
  useEffect(() => {
    settle.current()
  }, [query.dataUpdatedAt])

  return query
}

interface Agora {
  cache: QueryClient
  page: number
  myNo: number
  events: AgoraEvent[]
}

function followAgora({ cache, page, myNo, events }: Agora) {
  const queryKey = agoraKeys.page(page)
  const { hear, settle, stop } = followEvents<AgoraEvent>({
    events,
    /** Without a page yet, the answer takes the events up itself. */
    settle() {
      const shown = cache.getQueryData<AgoraPage>(queryKey)
      if (shown === undefined) return null
      const settled = withEvents(shown, events, myNo)
      if (settled.page !== shown) cache.setQueryData(queryKey, settled.page)
      return settled.lacks
    },
    refetch: () => askAgain(cache, queryKey),
    onHeard: () => cache.removeQueries({ queryKey: agoraKeys.all, type: 'inactive' }),
  })
  const stops = agoraEventNames.map(name =>
    onEvent(name, (payload: AgoraEvent['payload']) => hear({ name, payload } as AgoraEvent)),
  )
  return {
    settle,
    stop() {
      stop()
      for (const stopHearing of stops) stopHearing()
    },
  }
}

/** What a screen reader is told of opinions that others have just left; empty at first. */
export function useOpinionNews(myNo: number): string {
  const listen = useCallback(
    (tell: (suggestion: SuggestionView) => void) =>
      onEvent('suggestion:posted', ({ suggestion }) => {
        if (suggestion.writerNo !== myNo) tell(suggestion)
      }),
    [myNo],
  )
  const news = useGathered(listen)
  const [first] = news
  if (first === undefined) return ''
  if (news.length > 1) return t('agora.arrivedMany', { count: news.length })
  return t('agora.arrived', { name: first.writer, opinion: first.opinion })
}
