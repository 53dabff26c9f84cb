import { queryOptions } from '@tanstack/react-query'
import { unansweredKey } from '#client/features/agora/agora.queries.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { getCounts, getDailyCounts, getStatus } from '#protocol/administration.ts'
import { getUnanswered } from '#protocol/agora.ts'

const REFRESHED_EVERY_MS = 10_000

export const countsQuery = queryOptions({
  queryKey: ['administration', 'counts'],
  queryFn: ({ signal }) => callApi(getCounts, {}, { signal }),
  refetchInterval: REFRESHED_EVERY_MS,
  refetchOnMount: 'always',
})

/** Past days do not change while the screen is open. */
export const dailyCountsQuery = queryOptions({
  queryKey: ['administration', 'dailyCounts'],
  queryFn: ({ signal }) => callApi(getDailyCounts, {}, { signal }),
  refetchOnMount: 'always',
})

/** Refetched on mount and by the button only. */
export const statusQuery = queryOptions({
  queryKey: ['administration', 'status'],
  queryFn: ({ signal }) => callApi(getStatus, {}, { signal }),
  refetchOnMount: 'always',
})

/** No automatic refetch: a row must not disappear while an administrator writes an answer in it. */
export const unansweredQuery = queryOptions({
  queryKey: unansweredKey,
  queryFn: ({ signal }) => callApi(getUnanswered, {}, { signal }),
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  refetchOnMount: 'always',
})
