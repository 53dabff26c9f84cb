import { queryOptions } from '@tanstack/react-query'
import { callApi } from '#client/platform/calls/callApi.ts'
import { getNotices, type ShownNotices } from '#protocol/notices.ts'
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
