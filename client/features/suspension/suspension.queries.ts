import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { callApi } from '#client/platform/calls/callApi.ts'
import { endSessionsOf, lookUpPeople, suspendPerson } from '#protocol/suspension.ts'

const PEOPLE_KEY = ['administration', 'people']

export interface PeopleSearch {
  query: string
  onlySuspended: boolean
}

export const peopleQuery = (sought: PeopleSearch) =>
  queryOptions({
    queryKey: [...PEOPLE_KEY, sought],
    queryFn: ({ signal }) => callApi(lookUpPeople, sought, { signal }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  })

export type Measure = 'suspend' | 'lift' | 'endSessions'

/** What an administrator does about somebody; the list is fetched again before it is done. */
export function useMeasure(userNo: number) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (measure: Measure) =>
      measure === 'endSessions'
        ? callApi(endSessionsOf, { userNo })
        : callApi(suspendPerson, { userNo, isSuspended: measure === 'suspend' }),
    onSuccess: () => cache.invalidateQueries({ queryKey: PEOPLE_KEY }),
  })
}
