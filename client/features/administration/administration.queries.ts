import { queryOptions } from '@tanstack/react-query'
import { unansweredKey } from '#client/features/agora/agora.queries.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { getCounts, getDailyCounts } from '#protocol/administration.ts'
import { getUnanswered } from '#protocol/agora.ts'

/** How often the counts are asked for while they are looked at, in milliseconds. */
const REFRESHED_EVERY_MS = 10_000

export const countsQuery = queryOptions({
  queryKey: ['administration', 'counts'],
  queryFn: ({ signal }) => callApi(getCounts, {}, { signal }),
  refetchInterval: REFRESHED_EVERY_MS,
  refetchOnMount: 'always',
})

/** Days that are over: they do not change while they are looked at. */
export const dailyCountsQuery = queryOptions({
  queryKey: ['administration', 'dailyCounts'],
  queryFn: ({ signal }) => callApi(getDailyCounts, {}, { signal }),
  refetchOnMount: 'always',
})

/** Asked for when it is wanted and no sooner: a row goes when it is settled here, not while something is written in it. */
export const unansweredQuery = queryOptions({
  queryKey: unansweredKey,
  queryFn: ({ signal }) => callApi(getUnanswered, {}, { signal }),
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  refetchOnMount: 'always',
})
