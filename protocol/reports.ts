import { defineCall } from './call.ts'
import { done, entityNo, fewLines, flag, itemsPerPage, pageNo, rejection, text } from './fields.ts'
import { REPORT_COPY_MAX, REPORT_OUTCOME_MAX, REPORT_WORDS_MAX, REPORTS_PER_PAGE } from './limits.ts'
import { pageIndexSchema } from './paging.ts'
import { z } from './schema.ts'

/** What a reporter writes. Visitors must write something. */
export const reportWordsField = fewLines('reports.checkWords', {
  max: REPORT_WORDS_MAX,
  invisible: 'reports.wordsNeeded',
})
export const reportOutcomeField = fewLines('reports.checkOutcome', { min: 1, max: REPORT_OUTCOME_MAX })

/** The lines that a reporter selects. Forms encode a line break as two characters. */
export function linesOf(written: string): string[] {
  return written.split(/\r\n?|\n/)
}

/** The reported comment if its number is given, else the shared note, else the member. The hub is not notified. */
export const sendReport = defineCall({
  method: 'POST',
  path: '/api/discussion/report',
  access: 'member',
  limit: 'write',
  encoding: 'form',
  summary:
    'Sends a copy of selected lines of a comment or note, or a text about a member, to the administrators.',
  request: z.object({
    hubNo: entityNo,
    commentNo: entityNo.optional(),
    noteNo: entityNo.optional(),
    userNo: entityNo.optional(),
    /** The selected lines in order. The title of a note counts as the first line. Empty for a member. */
    copy: text('reports.checkCopy', { max: REPORT_COPY_MAX })
      .transform(copy => linesOf(copy).join('\n'))
      .default(''),
    /** The comment of the reporter, required for a member. */
    words: reportWordsField.default(''),
  }),
  reply: z.discriminatedUnion('success', [done, rejection]),
})
export type Reported = Pick<z.infer<typeof sendReport.request>, 'commentNo' | 'noteNo' | 'userNo'>

/** A suggestion is public, so its report contains the whole text. */
export const reportSuggestion = defineCall({
  method: 'POST',
  path: '/api/agora/report',
  access: 'member',
  limit: 'write',
  encoding: 'form',
  summary:
    "Sends a copy of another user's suggestion to the administrators, with a text. Its author is not notified.",
  request: z.object({ suggestionNo: entityNo, words: reportWordsField.default('') }),
  reply: done,
})

/** `publicNote`: a note with a public link, reported by a visitor. */
export const reportKinds = ['note', 'comment', 'person', 'opinion', 'publicNote'] as const

const reportSchema = z.object({
  reportNo: z.number(),
  kind: z.enum(reportKinds),
  /** The reported user. */
  aboutNo: z.number(),
  about: z.string(),
  /** Empty for a visitor. */
  reporter: z.string(),
  copy: z.string(),
  words: z.string(),
  /** ISO 8601, UTC. */
  reportedAt: z.string(),
  /** The link of a public note, and whether it still works. Absent for other kinds. */
  publicLink: z.object({ linkId: z.string(), isLive: z.boolean() }).optional(),
  /** The action, and who took it. */
  outcome: z
    .object({ text: z.string(), hasActed: z.boolean(), administrator: z.string(), at: z.string() })
    .nullable(),
})
export type ReportView = z.infer<typeof reportSchema>

export const getReports = defineCall({
  method: 'POST',
  path: '/api/admin/getreports',
  access: 'administrator',
  limit: 'read',
  encoding: 'form',
  summary: 'Returns a page of reports, newest first, with their copies only.',
  request: z.object({ curPageNo: pageNo, itemsPerPage: itemsPerPage(REPORTS_PER_PAGE) }),
  reply: done.extend({ itemList: z.array(reportSchema), pageIndex: pageIndexSchema, total: z.number() }),
})
export type ReportPage = z.infer<typeof getReports.reply>

export const countReports = defineCall({
  method: 'POST',
  path: '/api/admin/countreports',
  access: 'administrator',
  limit: 'read',
  encoding: 'json',
  summary: 'Returns the number of open reports that the caller may see.',
  request: z.object({}),
  reply: done.extend({
    /** Counted up to one more than is shown. */
    waiting: z.number(),
  }),
})

export const settleReport = defineCall({
  method: 'POST',
  path: '/api/admin/settlereport',
  access: 'administrator',
  limit: 'write',
  encoding: 'form',
  summary:
    'Settles a report; settling again replaces the outcome. The reporter learns that it was reviewed and whether ' +
    'something was done, nothing else.',
  request: z.object({ reportNo: entityNo, outcome: reportOutcomeField, hasActed: flag.default(false) }),
  reply: done,
})
