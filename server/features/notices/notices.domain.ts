import type { Viewer } from '#protocol/access.ts'
import { NOTICES_HIDDEN_MAX, NOTICES_SHOWN_MAX } from '#protocol/limits.ts'
import type { Context } from '#server/context.ts'
import { recordAuditEntry } from '#server/features/audit/audit.domain.ts'
import { notFound } from '#server/platform/errors.ts'
import { publishNotices } from './notices.events.ts'
import type { NoticeRecord } from './notices.store.ts'

/** Who may change notices the routes decide: administrators alone. */
export type NoticeText = Pick<NoticeRecord, 'display' | 'title' | 'content'>

/** The version is read before the list, which is therefore at least as new. */
export async function listNotices({
  stores,
  counters,
}: Context): Promise<{ version: number; notices: NoticeRecord[] }> {
  const version = await counters.last('noticesVersion')
  return { version, notices: await stores.notices.newest(1, NOTICES_SHOWN_MAX) }
}

export function hiddenNotices({ stores }: Context): Promise<NoticeRecord[]> {
  return stores.notices.newest(0, NOTICES_HIDDEN_MAX)
}

export async function getNotice({ stores }: Context, noticeNo: number): Promise<NoticeRecord> {
  const notice = await stores.notices.byNo(noticeNo)
  if (notice === null) throw notFound()
  return notice
}

export async function createNotice(context: Context, viewer: Viewer, text: NoticeText): Promise<number> {
  const { stores, counters, clock } = context
  const noticeNo = await counters.next('notice')
  await stores.notices.insert({ noticeNo, ...text, timeCreated: clock() })
  await publishNotices(context)
  await recordAuditEntry(context, viewer, { kind: 'postedNotice', thingNo: noticeNo })
  return noticeNo
}

/** An empty title leaves the title as it is. */
export async function updateNotice(
  context: Context,
  viewer: Viewer,
  noticeNo: number,
  { display, title, content }: NoticeText,
): Promise<void> {
  const changes = { display, content, ...(title !== '' && { title }) }
  if (!(await context.stores.notices.change(noticeNo, changes))) throw notFound()
  await publishNotices(context)
  await recordAuditEntry(context, viewer, { kind: 'changedNotice', thingNo: noticeNo })
}

export async function deleteNotice(context: Context, viewer: Viewer, noticeNo: number): Promise<void> {
  if (!(await context.stores.notices.delete(noticeNo))) throw notFound()
  await publishNotices(context)
  await recordAuditEntry(context, viewer, { kind: 'deletedNotice', thingNo: noticeNo })
}
