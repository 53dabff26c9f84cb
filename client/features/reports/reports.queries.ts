import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { callApi } from '#client/platform/calls/callApi.ts'
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

/** How often new ones are looked for while the list is open, in milliseconds. */
const REFRESHED_EVERY_MS = 10_000

const REPORTS_KEY = ['administration', 'reports']

/** For administrators. */
export const reportsQuery = (page: number) =>
  queryOptions({
    queryKey: [...REPORTS_KEY, page],
    queryFn: ({ signal }) => callApi(getReports, { curPageNo: page }, { signal }),
    refetchInterval: REFRESHED_EVERY_MS,
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  })

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
