import * as calls from '#protocol/reports.ts'
import type { Context } from '#server/context.ts'
import type { PersonRecord } from '#server/features/accounts/accounts.repository.ts'
import { type Route, route } from '#server/platform/serve.ts'
import type { ReportRecord } from './reports.repository.ts'
import {
  countOpenReports,
  listReports,
  reportSuggestion,
  sendReport,
  settleReport,
} from './reports.service.ts'

export function reportRoutes(context: Context): Route[] {
  return [
    route(calls.sendReport).handle(async ({ viewer, input, t }) => {
      const rejection = await sendReport(context, viewer, input)
      return rejection === null ? { success: true } : { success: false, message: t.any(rejection.rejected) }
    }),

    route(calls.reportSuggestion).handle(async ({ viewer, input }) => {
      await reportSuggestion(context, viewer, input)
      return { success: true }
    }),

    route(calls.getReports).handle(async ({ viewer, input }) => {
      const { items, total, pageIndex } = await listReports(context, viewer, input)
      const people = await context.people.getMany(
        items.flatMap(({ aboutNo, reporterNo, outcome }) => [
          aboutNo,
          ...(reporterNo === undefined ? [] : [reporterNo]),
          ...(outcome ? [outcome.administratorNo] : []),
        ]),
      )
      const liveLinks = await context.repositories.publicLinks.findLive(
        items.flatMap(({ linkId }) => linkId ?? []),
      )
      const itemList = items.map(report => viewOf(report, people, liveLinks))
      return { success: true, total, pageIndex, itemList }
    }),

    route(calls.countReports).handle(async ({ viewer }) => ({
      success: true,
      waiting: await countOpenReports(context, viewer),
    })),

    route(calls.settleReport).handle(async ({ viewer, input }) => {
      await settleReport(context, viewer, input)
      return { success: true }
    }),
  ]
}

function viewOf(
  report: ReportRecord,
  people: ReadonlyMap<number, PersonRecord>,
  liveLinks: ReadonlySet<string>,
): calls.ReportView {
  const { reportNo, kind, aboutNo, reporterNo, copy, words, reportedAt, linkId, outcome } = report
  const nameOf = (userNo: number) => people.get(userNo)?.username ?? ''
  return {
    reportNo,
    kind,
    aboutNo,
    about: nameOf(aboutNo),
    reporter: reporterNo === undefined ? '' : nameOf(reporterNo),
    copy,
    words,
    reportedAt: reportedAt.toISOString(),
    ...(linkId !== undefined && { publicLink: { linkId, isLive: liveLinks.has(linkId) } }),
    outcome: outcome
      ? {
          text: outcome.text,
          hasActed: outcome.hasActed ?? false,
          administrator: nameOf(outcome.administratorNo),
          at: outcome.at.toISOString(),
        }
      : null,
  }
}
