import type { Viewer } from '#protocol/access.ts'
import { UNREAD_SHOWN_MAX } from '#protocol/limits.ts'
import type { Reported } from '#protocol/reports.ts'
import type { TextKey } from '#protocol/text/index.ts'
import type { Context } from '#server/context.ts'
import { recordAuditEntry } from '#server/features/audit/audit.domain.ts'
import { ownHub } from '#server/features/hubs/hubs.listing.ts'
import { notifyReportSettled } from '#server/features/inbox/inbox.notify.ts'
import { shownShare } from '#server/features/shares/shares.shown.ts'
import { notFound, RequestError } from '#server/platform/errors.ts'
import { type Page, pageAt } from '#server/platform/page.ts'
import { publishReports } from './reports.events.ts'
import { isPickedFrom } from './reports.rules.ts'
import type { ReportRecord } from './reports.store.ts'

interface NewReport extends Reported {
  hubNo: number
  copy: string
  words: string
}

/**
 * Keeps the copy for the administrators and tells nobody else. Throws 'notFound' for what the viewer may not read, and 'invalid'
 * where there is nothing to look at, or where it is one's own. Refused when the lines do not stand there, or no more.
 */
export async function sendReport(
  context: Context,
  viewer: Viewer,
  { copy, words, ...asked }: NewReport,
): Promise<{ rejected: TextKey } | null> {
  const { kind, aboutNo, text } = await reported(context, viewer, asked)
  await requireOther(context, viewer, aboutNo)
  if (kind === 'person' && words === '')
    throw new RequestError('invalid', { sentence: 'reports.wordsNeeded', field: 'words' })
  if (kind !== 'person' && copy.trim() === '')
    throw new RequestError('invalid', { sentence: 'reports.copyNeeded', field: 'copy' })
  if (!isPickedFrom(copy, text)) return { rejected: 'reports.changed' }
  await keep(context, viewer, { kind, aboutNo, copy, words })
  return null
}

/**
 * The same of a suggestion, whose copy is the whole of it. Throws 'notFound' when it is gone, or its writer is, and
 * 'invalid' where it is one's own.
 */
export async function reportSuggestion(
  context: Context,
  viewer: Viewer,
  { suggestionNo, words }: { suggestionNo: number; words: string },
): Promise<void> {
  const suggestion = await context.stores.suggestions.byNo(suggestionNo)
  if (suggestion === null) throw notFound()
  const { writerNo: aboutNo, opinion: copy } = suggestion
  await requireOther(context, viewer, aboutNo)
  await keep(context, viewer, { kind: 'opinion', aboutNo, copy, words })
}

async function requireOther({ people }: Context, viewer: Viewer, aboutNo: number): Promise<void> {
  if (!(await people.of([aboutNo])).has(aboutNo)) throw notFound()
  if (aboutNo === viewer.userNo) throw new RequestError('invalid', { sentence: 'reports.oneself' })
}

async function keep(
  context: Context,
  { userNo: reporterNo }: Viewer,
  report: Pick<ReportRecord, 'kind' | 'aboutNo' | 'copy' | 'words'>,
): Promise<void> {
  const { stores, counters, clock } = context
  const reportNo = await counters.next('report')
  await stores.reports.insert({ reportNo, reporterNo, ...report, reportedAt: clock() })
  await publishReports(context, report.aboutNo)
}

type Thing = Pick<ReportRecord, 'kind' | 'aboutNo'> & {
  /** Of which lines can be chosen; a member has none. */
  text: string
}

async function reported(
  context: Context,
  viewer: Viewer,
  { hubNo, commentNo, noteNo, userNo }: Omit<NewReport, 'copy' | 'words'>,
): Promise<Thing> {
  const { stores } = context
  const hub = await ownHub(context, viewer, hubNo)
  if (commentNo !== undefined) {
    const comment = await stores.comments.byNo(commentNo)
    if (comment?.hubNo !== hubNo) throw notFound()
    await shownShare(context, hubNo, comment.noteNo)
    return { kind: 'comment', aboutNo: comment.writerNo, text: comment.text }
  }
  if (noteNo !== undefined) {
    const { authorNo } = await shownShare(context, hubNo, noteNo)
    const note = await stores.notes.byNo(noteNo)
    if (note === null) throw notFound()
    return { kind: 'note', aboutNo: authorNo, text: `${note.title}\n${note.text}` }
  }
  if (userNo === undefined) throw new RequestError('invalid', { field: 'userNo' })
  if (!hub.members.some(member => member.userNo === userNo)) throw notFound()
  return { kind: 'person', aboutNo: userNo, text: '' }
}

/** Those about others: who reported an administrator is told to the other ones alone. */
export async function listReports(
  { stores }: Context,
  { userNo }: Viewer,
  asked: { curPageNo: number; itemsPerPage: number },
): Promise<Page<ReportRecord>> {
  return pageAt(asked.curPageNo, asked.itemsPerPage, async range => {
    const [items, total] = await Promise.all([
      stores.reports.pageButAbout(userNo, range),
      stores.reports.countButAbout(userNo),
    ])
    return { items, total }
  })
}

/** How many of those about others nobody has settled. */
export function countWaiting({ stores }: Context, { userNo }: Viewer): Promise<number> {
  return stores.reports.countWaitingButAbout(userNo, UNREAD_SHOWN_MAX + 1)
}

/** Tells its reporter, unless that is known already. Throws a RequestError 'notFound' when it is gone, or about the viewer. */
export async function settleReport(
  context: Context,
  viewer: Viewer,
  { reportNo, outcome, hasActed }: { reportNo: number; outcome: string; hasActed: boolean },
): Promise<void> {
  const done = { text: outcome, hasActed, administratorNo: viewer.userNo, at: context.clock() }
  const before = await context.stores.reports.settle(reportNo, done)
  if (before === null) throw notFound()
  const { reporterNo, aboutNo } = before
  await publishReports(context, aboutNo)
  await recordAuditEntry(context, viewer, { kind: 'settledReport', aboutNo, thingNo: reportNo })
  if (before.outcome?.hasActed === hasActed || reporterNo === viewer.userNo) return
  await notifyReportSettled(context, { reportNo, reporterNo, hasActed })
}
