import { defineCall } from './call.ts'
import { done, entityNo, fewLines, flag, itemsPerPage, pageNo, rejection, text } from './fields.ts'
import { REPORT_COPY_MAX, REPORT_OUTCOME_MAX, REPORT_WORDS_MAX, REPORTS_PER_PAGE } from './limits.ts'
import { pageIndexSchema } from './paging.ts'
import { z } from './schema.ts'

const reportWordsField = fewLines('reports.checkWords', {
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
  summary: 'Sends the administrators a copy of chosen lines of a comment or a note, or words on a member.',
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
    'Sends the administrators a copy of somebody else’s suggestion, with words of one’s own. Its writer learns nothing of it.',
  request: z.object({ suggestionNo: entityNo, words: reportWordsField.default('') }),
  reply: done,
})

export const reportKinds = ['note', 'comment', 'person', 'opinion'] as const

const reportSchema = z.object({
  reportNo: z.number(),
  kind: z.enum(reportKinds),
  /** The reported user. */
  aboutNo: z.number(),
  about: z.string(),
  reporter: z.string(),
  copy: z.string(),
  words: z.string(),
  /** ISO 8601, UTC. */
  reportedAt: z.string(),
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
  summary: 'A page of what was reported, newest first: the copies alone.',
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
  summary: 'How many reports wait for somebody to say what was done, of those that the caller may see.',
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
    'Says what was done about a report; said again it replaces what was said. Its reporter is told that it was looked at, and ' +
    'whether something was done, and nothing else.',
  request: z.object({ reportNo: entityNo, outcome: reportOutcomeField, hasActed: flag.default(false) }),
  reply: done,
})
