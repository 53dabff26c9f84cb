import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { callApi } from '#client/platform/calls/callApi.ts'
import type { ReplyOf } from '#protocol/call.ts'
import { ITEMS_PER_PAGE_MAX } from '#protocol/limits.ts'
import { getNotes } from '#protocol/notes.ts'
import { createTopic, deleteTopic, getTopics, topicTitleField } from '#protocol/topics.ts'

export const topicKeys = {
  all: ['topics'] as const,
  page: (page: number) => [...topicKeys.all, 'page', page] as const,
}

export const topicTitleQuery = (topicNo: number) =>
  queryOptions({
    queryKey: ['topicTitle', topicNo] as const,
    queryFn: async ({ signal }) =>
      (await callApi(getNotes, { topicNo, itemsPerPage: 1 }, { signal })).subjectTitle,
  })

export const topicPageQuery = (page: number) =>
  queryOptions({
    queryKey: topicKeys.page(page),
    // No abort signal: the request completes after the screen unmounts, so that the page is available offline.
    queryFn: () => callApi(getTopics, { curPageNo: page }),
    placeholderData: keepPreviousData,
  })

/** All topics of the user, in pages of fifty. */
export const allTopicsQuery = infiniteQueryOptions({
  queryKey: [...topicKeys.all, 'every'] as const,
  queryFn: ({ pageParam, signal }) =>
    callApi(getTopics, { curPageNo: pageParam, itemsPerPage: ITEMS_PER_PAGE_MAX }, { signal }),
  initialPageParam: 1,
  getNextPageParam: ({ pageIndex: { curPageNum, lastPageNum } }) =>
    curPageNum < lastPageNum ? curPageNum + 1 : undefined,
})

/** The response is the first page, with the new topic on top. */
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

/** Returns a function that checks whether a topic on a cached page has this title. */
export function useKnownTitles(): (typed: string) => boolean {
  const cache = useQueryClient()
  return typed => {
    const title = topicTitleField.safeParse(typed).data
    const pages = cache.getQueriesData<ReplyOf<typeof getTopics>>({ queryKey: [...topicKeys.all, 'page'] })
    return pages.some(([, page]) => page?.subjects.some(topic => topic.title === title))
  }
}

/** The topic at the time of the request. */
interface TopicToDelete {
  topicNo: number
  title: string
  noteCount: number | undefined
}

/** `onDeleted` is called even after the calling screen has unmounted. */
export function useDeleteTopic(
  onDeleted: (reply: ReplyOf<typeof deleteTopic>, topic: TopicToDelete) => void,
) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ topicNo }: TopicToDelete) => callApi(deleteTopic, { topicNo }),
    onSuccess: onDeleted,
    // After a failure the topic may have been deleted all the same.
    onSettled: () => void cache.invalidateQueries({ queryKey: topicKeys.all }),
  })
}
