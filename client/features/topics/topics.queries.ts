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

/** How a topic is called. Nothing but renaming changes it. */
export const topicTitleQuery = (topicNo: number) =>
  queryOptions({
    queryKey: ['topicTitle', topicNo] as const,
    queryFn: async ({ signal }) =>
      (await callApi(getNotes, { topicNo, itemsPerPage: 1 }, { signal })).subjectTitle,
  })

export const topicPageQuery = (page: number) =>
  queryOptions({
    queryKey: topicKeys.page(page),
    // As with a topic's notes: not given up with its screen.
    queryFn: () => callApi(getTopics, { curPageNo: page }),
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

/** Tells whether a topic on the pages that were looked at bears a name. */
export function useKnownTitles(): (typed: string) => boolean {
  const cache = useQueryClient()
  return typed => {
    const title = topicTitleField.safeParse(typed).data
    const pages = cache.getQueriesData<ReplyOf<typeof getTopics>>({ queryKey: [...topicKeys.all, 'page'] })
    return pages.some(([, page]) => page?.subjects.some(topic => topic.title === title))
  }
}

/** A topic as it was when its deletion was asked for. */
interface TopicToDelete {
  topicNo: number
  title: string
  noteCount: number
}

/** `publish` is called also when the screen that asked for it is gone meanwhile. */
export function useDeleteTopic(tell: (reply: ReplyOf<typeof deleteTopic>, topic: TopicToDelete) => void) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ topicNo }: TopicToDelete) => callApi(deleteTopic, { topicNo }),
    onSuccess: tell,
    // Refused, it may be gone all the same.
    onSettled: () => void cache.invalidateQueries({ queryKey: topicKeys.all }),
  })
}
