import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { callApi } from '#client/platform/calls/callApi.ts'
import { answerSuggestion, createSuggestion, deleteSuggestion, getSuggestions } from '#protocol/agora.ts'
import { SUGGESTIONS_PER_PAGE } from '#protocol/limits.ts'
import {
  type AgoraEvent,
  type AgoraPage,
  pageFrom,
  withAnswer,
  withEvents,
  withPosted,
} from './agora.cache.ts'

export const agoraKeys = {
  all: ['agora'] as const,
  page: (page: number) => [...agoraKeys.all, page] as const,
}

interface LiveSource {
  myNo: number
  /** What was told since the page was opened: an answer may be older. */
  recentEvents: () => readonly AgoraEvent[]
}

export const suggestionsQuery = (page: number, { myNo, recentEvents }: LiveSource) =>
  queryOptions({
    queryKey: agoraKeys.page(page),
    queryFn: async ({ signal, client, queryKey }): Promise<AgoraPage> => {
      const held = client.getQueryData<AgoraPage>(queryKey)?.threads.length ?? 0
      // A first page that has grown is fetched as long as it is: what is being read stays.
      const offset = page === 1 ? Math.max(SUGGESTIONS_PER_PAGE, held) : SUGGESTIONS_PER_PAGE
      for (;;) {
        const answer = await callApi(getSuggestions, { base: page, offset }, { signal })
        const told = pageFrom(answer, answer.pageIndexes.curPage)
        const { page: settled, lacks } = withEvents(told, recentEvents(), myNo)
        // What was told meanwhile may leave a place on the page that only a later answer fills.
        if (lacks !== 'answer') return settled
      }
    },
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })

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
