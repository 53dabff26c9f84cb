import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { callApi } from '#client/platform/calls/callApi.ts'
import { ITEMS_PER_PAGE_MAX } from '#protocol/limits.ts'
import { createTopic, deleteTopic, getTopics, renameTopic } from '#protocol/topics.ts'

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

/** All of one's topics, fifty at a time. */
export const allTopicsQuery = infiniteQueryOptions({
  queryKey: [...topicKeys.all, 'every'] as const,
  queryFn: ({ pageParam, signal }) =>
    callApi(getTopics, { curPageNo: pageParam, itemsPerPage: ITEMS_PER_PAGE_MAX }, { signal }),
  initialPageParam: 1,
  getNextPageParam: ({ pageIndex: { curPageNum, lastPageNum } }) =>
    curPageNum < lastPageNum ? curPageNum + 1 : undefined,
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

/** Its name stands in the lists of topics, over its notes, and at each of these. */
export function useRenameTopic() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (change: { topicNo: number; title: string }) => callApi(renameTopic, change),
    onSuccess: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: topicKeys.all }),
        cache.invalidateQueries({ queryKey: ['notes'] }),
      ]),
  })
}
