import { queryOptions } from '@tanstack/react-query'
import { callApi } from '#client/platform/calls/callApi.ts'
import { getCounts } from '#protocol/administration.ts'

/** How often the counts are asked for while they are looked at, in milliseconds. */
const REFRESHED_EVERY_MS = 10_000

export const countsQuery = queryOptions({
  queryKey: ['administration', 'counts'],
  queryFn: ({ signal }) => callApi(getCounts, {}, { signal }),
  refetchInterval: REFRESHED_EVERY_MS,
  refetchOnMount: 'always',
})
