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

/** The lines of which a reporter chooses. Forms carry every line break as two signs. */
export function linesOf(written: string): string[] {
  return written.split(/\r\n?|\n/)
}

/**
 * A comment in a hub when its number is given, or else a note that is shared there, or else a member. The room learns
 * nothing of it.
 */
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
    /** The chosen lines, in their order; of a note its title counts as the first. Empty for a member. */
    copy: text('reports.checkCopy', { max: REPORT_COPY_MAX })
      .transform(copy => linesOf(copy).join('\n'))
      .default(''),
    /** What the reporter says; of a member it must say something. */
    words: reportWordsField.default(''),
  }),
  reply: z.discriminatedUnion('success', [done, rejection]),
})
export type Reported = Pick<z.infer<typeof sendReport.request>, 'commentNo' | 'noteNo' | 'userNo'>

/** What is reported of the agora is read by everybody: its copy is the whole of it, so nothing is chosen. */
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
  /** Whom it is about. */
  aboutNo: z.number(),
  about: z.string(),
  reporter: z.string(),
  copy: z.string(),
  words: z.string(),
  /** ISO 8601, UTC. */
  reportedAt: z.string(),
  /** What was done, and by whom. */
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
    /** Counted no further than what is shown, and one. */
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
