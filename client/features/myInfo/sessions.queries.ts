import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { callApi } from '#client/platform/calls/callApi.ts'
import { endOtherSessions, endOwnSession, getSessions, type OwnSessionView } from '#protocol/myInfo.ts'

export const sessionsQuery = queryOptions({
  queryKey: ['ownSessions'],
  queryFn: async ({ signal }) => (await callApi(getSessions, {}, { signal })).sessions,
  refetchOnMount: 'always',
})

export function useEndSession() {
  return useMutation({
    mutationFn: (sessionId: string) => callApi(endOwnSession, { sessionId }),
    ...useSessionsUpdate(),
  })
}

/** Ends all sessions of the user except this one. */
export function useEndOtherSessions() {
  return useMutation({ mutationFn: () => callApi(endOtherSessions, {}), ...useSessionsUpdate() })
}

/** Caches the remaining sessions from the response. */
function useSessionsUpdate() {
  const cache = useQueryClient()
  return {
    onSuccess: ({ sessions }: { sessions: OwnSessionView[] }) =>
      void cache.setQueryData(sessionsQuery.queryKey, sessions),
    // The session may have expired meanwhile.
    onError: () => cache.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  }
}
