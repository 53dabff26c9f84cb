import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { asOne, onEvent, onResync } from '#client/live/eventBus.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { refetchQueries } from '#client/platform/calls/refetch.ts'
import { getReports, type Reported, reportSuggestion, sendReport, settleReport } from '#protocol/reports.ts'

/** What can be reported in a room, and what its reporter chooses from. */
type SubjectInRoom = { hubNo: number; person: { userNo: number; userName: string } } & (
  | { kind: 'note'; noteNo: number; title: string; text: string }
  | { kind: 'comment'; commentNo: number; text: string }
  | { kind: 'person' }
)
/** Of an opinion nothing is chosen: it is reported whole. */
export type Subject =
  | SubjectInRoom
  | { kind: 'opinion'; suggestionNo: number; text: string; person: { userNo: number; userName: string } }

export function useSendReport(subject: Subject) {
  return useMutation({
    mutationFn: (said: { copy: string; words: string }) =>
      subject.kind === 'opinion'
        ? callApi(reportSuggestion, { suggestionNo: subject.suggestionNo, words: said.words })
        : callApi(sendReport, { hubNo: subject.hubNo, ...numberOf(subject), ...said }),
  })
}

function numberOf(subject: SubjectInRoom): Reported {
  if (subject.kind === 'comment') return { commentNo: subject.commentNo }
  if (subject.kind === 'note') return { noteNo: subject.noteNo }
  return { userNo: subject.person.userNo }
}

const REPORTS_KEY = ['administration', 'reports']

/** For administrators. Events keep it true only while it is on the screen: whoever comes back asks again. */
const reportsQuery = (page: number) =>
  queryOptions({
    queryKey: [...REPORTS_KEY, page],
    queryFn: ({ signal }) => callApi(getReports, { curPageNo: page }, { signal }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  })

/** A page of the reports, true while it is on the screen. */
export function useReports(page: number) {
  const cache = useQueryClient()
  useEffect(() => {
    const refetch = () => refetchQueries(cache, REPORTS_KEY)
    return asOne([onEvent('reports:changed', refetch), onResync(refetch)])
  }, [cache])
  return useQuery(reportsQuery(page))
}

/** `onSent` is told even if its screen was left meanwhile. */
export function useSettleReport(onSent: (outcome: string) => void) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (settled: { reportNo: number; outcome: string; hasActed: boolean }) =>
      callApi(settleReport, settled),
    onSuccess(_, { outcome }) {
      onSent(outcome)
      return cache.invalidateQueries({ queryKey: REPORTS_KEY })
    },
  })
}
