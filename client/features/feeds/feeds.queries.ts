import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { callApi } from '#client/platform/calls/callApi.ts'
import { createFeed, endFeed, type FeedView, getFeeds } from '#protocol/feeds.ts'

export const feedsQuery = queryOptions({
  queryKey: ['feeds'],
  queryFn: async ({ signal }) => (await callApi(getFeeds, {}, { signal })).feeds,
  refetchOnMount: 'always',
})

/** Creates or ends the feed of a room, or of the public notes (null), and caches the feeds from the response. */
export function useFeedChanges(hubNo: number | null) {
  const cache = useQueryClient()
  const ofRoom = hubNo === null ? {} : { hubNo }
  const updates = {
    onSuccess: ({ feeds }: { feeds: FeedView[] }) => void cache.setQueryData(feedsQuery.queryKey, feeds),
    onError: () => cache.invalidateQueries({ queryKey: feedsQuery.queryKey }),
  }
  return {
    create: useMutation({ mutationFn: () => callApi(createFeed, ofRoom), ...updates }),
    end: useMutation({ mutationFn: () => callApi(endFeed, ofRoom), ...updates }),
  }
}
