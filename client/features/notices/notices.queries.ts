import { queryOptions } from '@tanstack/react-query'
import { callApi } from '#client/platform/calls/callApi.ts'
import { getHiddenNotices, getNotices, type ShownNotices } from '#protocol/notices.ts'
import { newerOf } from './notices.cache.ts'

const queryKey = ['notices'] as const

export const noticesQuery = queryOptions({
  queryKey,
  queryFn: async ({ signal, client }): Promise<ShownNotices> => {
    const answer = await callApi(getNotices, {}, { signal })
    return newerOf<ShownNotices>(client.getQueryData(queryKey), answer)
  },
  refetchOnMount: 'always',
})

/** For administrators; each change that they make asks again. */
export const hiddenNoticesQuery = queryOptions({
  queryKey: ['hiddenNotices'] as const,
  queryFn: async ({ signal }) => (await callApi(getHiddenNotices, {}, { signal })).itemList,
  refetchOnMount: 'always',
})
