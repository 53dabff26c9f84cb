import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { callApi } from '#client/platform/calls/callApi.ts'
import { endOtherSessions, endOwnSession, getSessions, type OwnSessionView } from '#protocol/myInfo.ts'

export const sessionsQuery = queryOptions({
  queryKey: ['ownSessions'],
  queryFn: async ({ signal }) => (await callApi(getSessions, {}, { signal })).sessions,
  refetchOnMount: 'always',
})

/** Ends one of one's own sessions by its id. */
export function useEndSession() {
  return useMutation({
    mutationFn: (sessionId: string) => callApi(endOwnSession, { sessionId }),
    ...useTakingSessions(),
  })
}

/** Ends all of one's own sessions but this one. */
export function useEndOtherSessions() {
  return useMutation({ mutationFn: () => callApi(endOtherSessions, {}), ...useTakingSessions() })
}

/** What is left after some have ended. */
function useTakingSessions() {
  const cache = useQueryClient()
  return {
    onSuccess: ({ sessions }: { sessions: OwnSessionView[] }) =>
      void cache.setQueryData(sessionsQuery.queryKey, sessions),
    // It may have ended by itself.
    onError: () => cache.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  }
}
