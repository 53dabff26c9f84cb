import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { callApi } from '#client/platform/calls/callApi.ts'
import { createTopic, deleteTopic, getTopics } from '#protocol/topics.ts'

export const topicKeys = {
  all: ['topics'] as const,
  page: (page: number) => [...topicKeys.all, 'page', page] as const,
}

export const topicPageQuery = (page: number) =>
  queryOptions({
    queryKey: topicKeys.page(page),
    queryFn: ({ signal }) => callApi(getTopics, { curPageNo: page }, { signal }),
    placeholderData: keepPreviousData,
  })

/** The answer is the first page, with the new topic on top. */
export function useCreateTopic() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (title: string) => callApi(createTopic, { title }),
    onSuccess(firstPage) {
      cache.setQueryData(topicKeys.page(1), firstPage)
      void cache.invalidateQueries({ queryKey: topicKeys.all, refetchType: 'none' })
    },
  })
}

export function useDeleteTopic() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (topicNo: number) => callApi(deleteTopic, { topicNo }),
    onSuccess: () => void cache.invalidateQueries({ queryKey: topicKeys.all }),
  })
}
