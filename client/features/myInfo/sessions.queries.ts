import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { callApi } from '#client/platform/callApi.ts'
import { endOwnSession, getSessions } from '#protocol/myInfo.ts'

export const sessionsQuery = queryOptions({
  queryKey: ['ownSessions'],
  queryFn: async ({ signal }) => (await callApi(getSessions, {}, { signal })).sessions,
  refetchOnMount: 'always',
})

/** Ends one of one's own sessions by its id. */
export function useEndSession() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (sessionId: string) => callApi(endOwnSession, { sessionId }),
    onSuccess: ({ sessions }) => cache.setQueryData(sessionsQuery.queryKey, sessions),
    // It may have ended by itself.
    onError: () => cache.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
}
