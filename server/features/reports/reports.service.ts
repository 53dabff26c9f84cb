import type { Viewer } from '#protocol/access.ts'
import { OPEN_REPORTS_OF_NOTE_MAX, UNREAD_SHOWN_MAX } from '#protocol/limits.ts'
import { linesOf, type Reported } from '#protocol/reports.ts'
import { wholeText } from '#protocol/seriesText.ts'
import type { TextKey } from '#protocol/text/index.ts'
import type { Context } from '#server/context.ts'
import { recordAuditEntry } from '#server/features/administration/audit.service.ts'
import { ownHub } from '#server/features/hubs/hubs.listing.ts'
import { notifyReportSettled } from '#server/features/inbox/inbox.events.ts'
import type { FoundPublicNote } from '#server/features/publicLinks/publicLinks.service.ts'
import { findVisibleShare } from '#server/features/shares/shares.visibility.ts'
import { notFound, RequestError } from '#server/platform/errors.ts'
import { loadPage, type Page } from '#server/platform/paging.ts'
import type { ReportRecord } from './reports.repository.ts'

interface NewReport extends Reported {
  hubNo: number
  copy: string
  words: string
}

/**
 * Stores the selected lines for the administrators only. Throws `notFound` if the viewer may not read the target, and
 * `invalid` without text or for the viewer's own text. Rejected if the lines are not in the text any more.
 */
export async function sendReport(
  context: Context,
  viewer: Viewer,
  { copy, words, ...target }: NewReport,
): Promise<{ rejected: TextKey } | null> {
  const { kind, aboutNo, text } = await findTarget(context, viewer, target)
  await requireOther(context, viewer, aboutNo)
  if (kind === 'person' && words === '')
    throw new RequestError('invalid', { sentence: 'reports.wordsNeeded', field: 'words' })
  if (kind !== 'person' && copy.trim() === '')
    throw new RequestError('invalid', { sentence: 'reports.copyNeeded', field: 'copy' })
  if (!consistsOfLines(copy, text)) return { rejected: 'reports.changed' }
  await storeReport(context, { kind, reporterNo: viewer.userNo, aboutNo, copy, words })
  return null
}

/**
 * Reports a suggestion with its whole text. Throws `notFound` if it or its writer is gone, and `invalid` for the
 * viewer's own.
 */
export async function reportSuggestion(
  context: Context,
  viewer: Viewer,
  { suggestionNo, words }: { suggestionNo: number; words: string },
): Promise<void> {
  const suggestion = await context.repositories.suggestions.findByNo(suggestionNo)
  if (suggestion === null) throw notFound()
  const { writerNo: aboutNo, opinion: copy } = suggestion
  await requireOther(context, viewer, aboutNo)
  await storeReport(context, { kind: 'opinion', reporterNo: viewer.userNo, aboutNo, copy, words })
}

/**
 * A visitor reports a public note with its text, of a series with that of the part on the page. Beyond a number of
 * open reports about a note, further ones say nothing new and are dropped: nobody can fill the list with them.
 */
export async function reportPublicNote(
  context: Context,
  { note, part }: FoundPublicNote,
  words: string,
): Promise<void> {
  const { authorNo: aboutNo, title, text, publicLink } = note
  const { linkId } = publicLink
  const heading = part ? `${title} (${part.place}/${part.count})` : title
  if ((await context.repositories.reports.countOpenByLink(linkId)) >= OPEN_REPORTS_OF_NOTE_MAX) return
  await storeReport(context, { kind: 'publicNote', aboutNo, copy: `${heading}\n${text}`, words, linkId })
}

async function requireOther({ people }: Context, viewer: Viewer, aboutNo: number): Promise<void> {
  if (!(await people.getMany([aboutNo])).has(aboutNo)) throw notFound()
  if (aboutNo === viewer.userNo) throw new RequestError('invalid', { sentence: 'reports.oneself' })
}

async function storeReport(
  context: Context,
  report: Omit<ReportRecord, 'reportNo' | 'reportedAt' | 'outcome'>,
): Promise<void> {
  const { repositories, counters, clock } = context
  const reportNo = await counters.next('report')
  await repositories.reports.insert({ reportNo, ...report, reportedAt: clock() })
  await publishReports(context, report.aboutNo)
}

type ReportTarget = Pick<ReportRecord, 'kind' | 'aboutNo'> & {
  /** Text whose lines can be selected; empty for a member. */
  text: string
}

async function findTarget(
  context: Context,
  viewer: Viewer,
  { hubNo, commentNo, noteNo, userNo }: Omit<NewReport, 'copy' | 'words'>,
): Promise<ReportTarget> {
  const { repositories } = context
  const hub = await ownHub(context, viewer, hubNo)
  if (commentNo !== undefined) {
    const comment = await repositories.comments.findByNo(commentNo)
    if (comment?.hubNo !== hubNo) throw notFound()
    await findVisibleShare(context, hubNo, comment.noteNo)
    return { kind: 'comment', aboutNo: comment.writerNo, text: comment.text }
  }
  if (noteNo !== undefined) {
    const { authorNo } = await findVisibleShare(context, hubNo, noteNo)
    const note = await repositories.notes.findByNo(noteNo)
    if (note === null) throw notFound()
    const parts = note.series ? await repositories.series.findTexts(noteNo) : [note]
    return { kind: 'note', aboutNo: authorNo, text: `${note.title}\n${wholeText(parts)}` }
  }
  if (userNo === undefined) throw new RequestError('invalid', { field: 'userNo' })
  if (!hub.members.some(member => member.userNo === userNo)) throw notFound()
  return { kind: 'person', aboutNo: userNo, text: '' }
}

/** Reports about other users: reports about an administrator are visible to the other administrators only. */
export async function listReports(
  { repositories }: Context,
  { userNo }: Viewer,
  request: { curPageNo: number; itemsPerPage: number },
): Promise<Page<ReportRecord>> {
  return loadPage(request.curPageNo, request.itemsPerPage, async range => {
    const [items, total] = await Promise.all([
      repositories.reports.findPageExceptAbout(userNo, range),
      repositories.reports.countExceptAbout(userNo),
    ])
    return { items, total }
  })
}

/** Open reports about other users. */
export function countOpenReports({ repositories }: Context, { userNo }: Viewer): Promise<number> {
  return repositories.reports.countOpenExceptAbout(userNo, UNREAD_SHOWN_MAX + 1)
}

/** Notifies the reporter unless already notified. Throws `notFound` if the report is gone or about the viewer. */
export async function settleReport(
  context: Context,
  viewer: Viewer,
  { reportNo, outcome, hasActed }: { reportNo: number; outcome: string; hasActed: boolean },
): Promise<void> {
  const done = { text: outcome, hasActed, administratorNo: viewer.userNo, at: context.clock() }
  const before = await context.repositories.reports.settle(reportNo, done)
  if (before === null) throw notFound()
  const { reporterNo, aboutNo } = before
  await publishReports(context, aboutNo)
  await recordAuditEntry(context, viewer, { kind: 'settledReport', aboutNo, thingNo: reportNo })
  if (reporterNo === undefined || reporterNo === viewer.userNo) return
  if (before.outcome?.hasActed === hasActed) return
  await notifyReportSettled(context, { reportNo, reporterNo, hasActed })
}

/**
 * Whether the copy consists of lines of the text, in order and each at most once: nobody can be reported for text
 * that they did not write.
 */
export function consistsOfLines(copy: string, text: string): boolean {
  const lines = linesOf(text)
  let next = 0
  return linesOf(copy).every(line => {
    const index = lines.indexOf(line, next)
    next = index + 1
    return index >= 0
  })
}

/** To administrators' own tabs, which refetch. Reports about an administrator go to the other administrators only. */
export async function publishReports({ repositories, live }: Context, aboutNo: number): Promise<void> {
  const administratorNos = await repositories.users.findAdministratorNos()
  for (const userNo of administratorNos)
    if (userNo !== aboutNo) live.emitToUser(userNo, 'reports:changed', {})
}
