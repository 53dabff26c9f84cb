import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { callApi } from '#client/platform/calls/callApi.ts'
import { endSessionsOf, lookUpPeople, suspendPerson } from '#protocol/administration.ts'

const PEOPLE_KEY = ['administration', 'people']

export interface PeopleSearch {
  query: string
  onlySuspended: boolean
}

export const peopleQuery = (searchFields: PeopleSearch) =>
  queryOptions({
    queryKey: [...PEOPLE_KEY, searchFields],
    queryFn: ({ signal }) => callApi(lookUpPeople, searchFields, { signal }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  })

export type UserAction = 'suspend' | 'lift' | 'endSessions'

/** An action on a user. Completes after the list has been refetched. */
export function useUserAction(userNo: number) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (userAction: UserAction) =>
      userAction === 'endSessions'
        ? callApi(endSessionsOf, { userNo })
        : callApi(suspendPerson, { userNo, isSuspended: userAction === 'suspend' }),
    onSuccess: () => cache.invalidateQueries({ queryKey: PEOPLE_KEY }),
  })
}
