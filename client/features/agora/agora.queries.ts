import { useMutation, useQueryClient } from '@tanstack/react-query'
import { onEvent } from '#client/live/eventBus.ts'
import type { LivePageParts } from '#client/live/livePage.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { answerSuggestion, createSuggestion, deleteSuggestion, getSuggestions } from '#protocol/agora.ts'
import { type AgoraEvent, type AgoraEventName, agoraEvents } from '#protocol/events.ts'
import { SUGGESTIONS_PER_PAGE } from '#protocol/limits.ts'
import { type AgoraPage, agoraRules, pageFrom, withAnswer, withPosted } from './agora.cache.ts'

const eventNames = Object.keys(agoraEvents) as AgoraEventName[]

export const agoraKeys = {
  all: ['agora'] as const,
  page: (page: number) => [...agoraKeys.all, page] as const,
}

/** A page of suggestions. */
export function suggestionPage(page: number, myNo: number): LivePageParts<AgoraPage, AgoraEvent> {
  return {
    ...agoraRules(myNo),
    queryKey: agoraKeys.page(page),
    outdates: agoraKeys.all,
    async fetch(signal, shown) {
      // A first page that has grown is fetched as long as it is: what is being read stays.
      const held = page === 1 ? (shown?.threads.length ?? 0) : 0
      const asked = { base: page, offset: Math.max(SUGGESTIONS_PER_PAGE, held) }
      const answer = await callApi(getSuggestions, asked, { signal })
      return pageFrom(answer, answer.pageIndexes.curPage)
    },
    events(hear) {
      const stops = eventNames.map(name =>
        onEvent(name, (payload: AgoraEvent['payload']) => hear({ name, payload } as AgoraEvent)),
      )
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}

/** The new suggestion stands on the first page at once. */
export function useCreateSuggestion() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (suggestion: string) => callApi(createSuggestion, { suggestion }),
    async onSuccess(reply) {
      if (!reply.success) return
      await cache.cancelQueries({ queryKey: agoraKeys.all })
      cache.setQueryData<AgoraPage>(agoraKeys.page(1), page => page && withPosted(page, reply.suggestion))
      void cache.invalidateQueries({ queryKey: agoraKeys.all })
    },
  })
}

/** Fetches the page again before it is done: the next suggestion moves up, so that the page stays full. */
export function useDeleteSuggestion() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (suggestionNo: number) => callApi(deleteSuggestion, { suggestionNo }),
    onSuccess: () => cache.invalidateQueries({ queryKey: agoraKeys.all }),
  })
}

export function useAnswerSuggestion() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (said: { suggestionNo: number; answer: string }) => callApi(answerSuggestion, said),
    onSuccess: ({ suggestion }) =>
      cache.setQueriesData<AgoraPage>(
        { queryKey: agoraKeys.all },
        page => page && withAnswer(page, suggestion),
      ),
  })
}
