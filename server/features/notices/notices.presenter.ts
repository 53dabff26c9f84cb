import type { NoticeView } from '#protocol/notices.ts'
import type { NoticeRecord } from './notices.store.ts'

export function noticeView({ noticeNo, title, content, timeCreated }: NoticeRecord): NoticeView {
  return { noticeNo, title, content, timeCreated: timeCreated.toISOString() }
}
