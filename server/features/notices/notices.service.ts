import type { Viewer } from '#protocol/access.ts'
import { NOTICES_HIDDEN_MAX, NOTICES_SHOWN_MAX } from '#protocol/limits.ts'
import type { NoticeView } from '#protocol/notices.ts'
import type { Context } from '#server/context.ts'
import { recordAuditEntry } from '#server/features/administration/audit.service.ts'
import { notFound } from '#server/platform/errors.ts'
import type { NoticeRecord } from './notices.repository.ts'

/** The routes admit administrators only. */
type NoticeText = Pick<NoticeRecord, 'display' | 'title' | 'content'>

/** Reads the version before the list, so the list is at least as new. */
export async function listNotices({
  repositories,
  counters,
}: Context): Promise<{ version: number; notices: NoticeRecord[] }> {
  const version = await counters.last('noticesVersion')
  return { version, notices: await repositories.notices.findNewest(1, NOTICES_SHOWN_MAX) }
}

export function hiddenNotices({ repositories }: Context): Promise<NoticeRecord[]> {
  return repositories.notices.findNewest(0, NOTICES_HIDDEN_MAX)
}

export async function getNotice({ repositories }: Context, noticeNo: number): Promise<NoticeRecord> {
  const notice = await repositories.notices.findByNo(noticeNo)
  if (notice === null) throw notFound()
  return notice
}

export async function createNotice(context: Context, viewer: Viewer, text: NoticeText): Promise<number> {
  const { repositories, counters, clock } = context
  const noticeNo = await counters.next('notice')
  await repositories.notices.insert({ noticeNo, ...text, timeCreated: clock() })
  await publishNotices(context)
  await recordAuditEntry(context, viewer, { kind: 'postedNotice', thingNo: noticeNo })
  return noticeNo
}

/** An empty title keeps the title. */
export async function updateNotice(
  context: Context,
  viewer: Viewer,
  noticeNo: number,
  { display, title, content }: NoticeText,
): Promise<void> {
  const changes = { display, content, ...(title !== '' && { title }) }
  if (!(await context.repositories.notices.update(noticeNo, changes))) throw notFound()
  await publishNotices(context)
  await recordAuditEntry(context, viewer, { kind: 'changedNotice', thingNo: noticeNo })
}

export async function deleteNotice(context: Context, viewer: Viewer, noticeNo: number): Promise<void> {
  if (!(await context.repositories.notices.delete(noticeNo))) throw notFound()
  await publishNotices(context)
  await recordAuditEntry(context, viewer, { kind: 'deletedNotice', thingNo: noticeNo })
}

/** Reads the list after the version bump, because receivers ignore a list whose version is not higher. */
async function publishNotices({ repositories, counters, live }: Context): Promise<void> {
  const version = await counters.next('noticesVersion')
  const notices = await repositories.notices.findNewest(1, NOTICES_SHOWN_MAX)
  live.emitToEverybody('notices:changed', { version, itemList: notices.map(noticeView) })
}

export function noticeView({ noticeNo, title, content, timeCreated }: NoticeRecord): NoticeView {
  return { noticeNo, title, content, timeCreated: timeCreated.toISOString() }
}
