import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { callApi } from '#client/platform/callApi.ts'
import { createSuggestion, deleteSuggestion, getSuggestions } from '#protocol/agora.ts'
import { withCreated } from './agora.threads.ts'

const agoraKeys = {
  all: ['agora'] as const,
  page: (page: number) => [...agoraKeys.all, page] as const,
}

export const suggestionsQuery = (page: number) =>
  queryOptions({
    queryKey: agoraKeys.page(page),
    queryFn: ({ signal }) => callApi(getSuggestions, { base: page }, { signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })

/** The new suggestion stands on the first page at once; the page index follows from the server. */
export function useCreateSuggestion() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (suggestion: string) => callApi(createSuggestion, { suggestion }),
    async onSuccess({ suggestion }) {
      await cache.cancelQueries({ queryKey: agoraKeys.all })
      cache.setQueryData(
        suggestionsQuery(1).queryKey,
        page => page && { ...page, itemList: withCreated(page.itemList, suggestion) },
      )
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
