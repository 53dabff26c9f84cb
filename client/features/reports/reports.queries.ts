import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { combineCleanups, onEvent, onResync } from '#client/live/eventBus.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { refetchQueries } from '#client/platform/calls/queryClient.tsx'
import { getReports, type Reported, reportSuggestion, sendReport, settleReport } from '#protocol/reports.ts'

/** The subjects that a member can report in a room, with the text to select from. */
type RoomReportSubject = { hubNo: number; person: { userNo: number; userName: string } } & (
  | { kind: 'note'; noteNo: number; title: string; text: string }
  | { kind: 'comment'; commentNo: number; text: string }
  | { kind: 'person' }
)
/** An opinion is always reported whole. */
export type ReportSubject =
  | RoomReportSubject
  | { kind: 'opinion'; suggestionNo: number; text: string; person: { userNo: number; userName: string } }

export function useSendReport(subject: ReportSubject) {
  return useMutation({
    mutationFn: (report: { copy: string; words: string }) =>
      subject.kind === 'opinion'
        ? callApi(reportSuggestion, { suggestionNo: subject.suggestionNo, words: report.words })
        : callApi(sendReport, { hubNo: subject.hubNo, ...reportedItem(subject), ...report }),
  })
}

function reportedItem(subject: RoomReportSubject): Reported {
  if (subject.kind === 'comment') return { commentNo: subject.commentNo }
  if (subject.kind === 'note') return { noteNo: subject.noteNo }
  return { userNo: subject.person.userNo }
}

const REPORTS_KEY = ['administration', 'reports'] as const

/** For administrators. Events update it only while mounted, so refetch on mount. */
const reportsQuery = (page: number) =>
  queryOptions({
    queryKey: [...REPORTS_KEY, page],
    queryFn: ({ signal }) => callApi(getReports, { curPageNo: page }, { signal }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  })

/** A live page of the reports. */
export function useReports(page: number) {
  const cache = useQueryClient()
  useEffect(() => {
    const refetch = () => refetchQueries(cache, REPORTS_KEY)
    return combineCleanups([onEvent('reports:changed', refetch), onResync(refetch)])
  }, [cache])
  return useQuery(reportsQuery(page))
}

/** `onSent` runs even if the screen has been unmounted. */
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
