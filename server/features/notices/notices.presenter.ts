import type { NoticeView } from '#protocol/notices.ts'
import type { NoticeRecord } from './notices.repository.ts'

export function noticeView({ noticeNo, title, content, timeCreated }: NoticeRecord): NoticeView {
  return { noticeNo, title, content, timeCreated: timeCreated.toISOString() }
}
